package io.qcpruner.text;

/**
 * A question and, for past turns, its answer.
 *
 * @param visuals pictures or clips shown with the question
 * @param instruction text of ours before the question, such as a video's time instruction; empty
 *     for none
 * @param answer what the model said; null for the turn to be answered
 */
public record Turn(int visuals, String instruction, String question, String answer) {

  public Turn {
    if (question.isBlank()) {
      throw new IllegalArgumentException("the question is empty");
    }
    if (visuals < 0) {
      throw new IllegalArgumentException("a turn with " + visuals + " pictures");
    }
  }

  /** A question that waits for its answer. */
  public static Turn ask(int visuals, String question) {
    return new Turn(visuals, "", question, null);
  }
}
