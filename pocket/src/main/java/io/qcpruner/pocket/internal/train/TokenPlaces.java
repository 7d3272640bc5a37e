package io.qcpruner.pocket.internal.train;

import ai.djl.huggingface.tokenizers.jni.CharSpan;

/**
 * Which token of a turn ends at a character of its question.
 *
 * @param spans of the tokens of the text that holds the question
 * @param before characters of that text before the question
 * @param marks tokens of the turn before the text's first one
 */
record TokenPlaces(CharSpan[] spans, int before, int marks) {

  /**
   * @param end index just after a character of the question
   * @throws IllegalArgumentException if no token ends there
   */
  int endingAt(int end) {
    for (int i = 0; i < spans.length; i++) {
      if (spans[i] != null && spans[i].getEnd() == end + before) {
        return marks + i;
      }
    }
    throw new IllegalArgumentException("no token ends at character " + end + " of the question");
  }
}
