package io.qcpruner.text;

import io.qcpruner.core.anchor.TaskPhrases;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.core.layout.SpanLabel;
import java.util.List;

/** Splits a question into the user's words and the known answer-format instructions at its end. */
final class QuestionSegments {
  private static final TaskPhrases PHRASES = TaskPhrases.ofBenchmarks();

  private QuestionSegments() {}

  static List<Segment> segments(Turn turn) {
    String question = turn.question();
    boolean typed = turn.answer() == null;
    int cut = suffixStart(question);
    Segment user = new Segment(SpanLabel.USER, question.substring(0, cut), typed);
    Segment suffix = new Segment(SpanLabel.TASK_SUFFIX, question.substring(cut), typed);
    return List.of(user, suffix).stream().filter(s -> !s.text().isEmpty()).toList();
  }

  /** Where the instructions begin, with the blanks before them; the length if there are none. */
  static int suffixStart(String question) {
    List<TextRange> phrases = PHRASES.find(question);
    int cut = question.length();
    for (int i = phrases.size() - 1; i >= 0; i--) {
      TextRange phrase = phrases.get(i);
      if (!question.substring(phrase.end(), cut).isBlank()) {
        break;
      }
      cut = phrase.start();
      while (cut > 0 && Character.isWhitespace(question.charAt(cut - 1))) {
        cut--;
      }
    }
    return cut;
  }
}
