package io.qcpruner.pocket.question;

import java.util.List;

/**
 * A question about a clip.
 *
 * @param mentions which words mean which actors; training looks at them, answering does not
 */
public record ClipQuestion(
    ClipFamily family, String text, String answer, List<Question.Mention> mentions) {

  public ClipQuestion {
    mentions = List.copyOf(mentions);
  }
}
