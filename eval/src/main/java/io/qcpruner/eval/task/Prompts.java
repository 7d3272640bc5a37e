package io.qcpruner.eval.task;

import io.qcpruner.eval.metric.ChoiceAnswer;
import java.util.List;

/** Sentences that several benchmarks end their prompts with, and option lists. */
final class Prompts {

  /** S1 of the specification. */
  static final String SHORT_ANSWER = "Answer the question using a single word or phrase.";

  /** S2. */
  static final String UNANSWERABLE =
      "When the provided information is insufficient, respond with 'Unanswerable'.";

  /** S3. */
  static final String LETTER = "Answer with the option's letter from the given choices directly.";

  /** S4. */
  static final String LETTER_CN = "请直接回答选项字母。";

  /** lmms-eval's line for MMBench-CN. */
  static final String LETTER_CN_LMMS = "请直接使用所提供的选项字母作为答案回答。";

  private Prompts() {}

  static String shortAnswer(String question) {
    return question + "\n" + SHORT_ANSWER;
  }

  /** Lines {@code A. text}, each ended by a newline. */
  static String letteredLines(List<String> options) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < options.size(); i++) {
      lines.append(ChoiceAnswer.letter(i)).append(". ").append(options.get(i)).append('\n');
    }
    return lines.toString();
  }
}
