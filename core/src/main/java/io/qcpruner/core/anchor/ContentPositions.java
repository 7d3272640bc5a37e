package io.qcpruner.core.anchor;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Positions that are anchors without keywords: the fallback, and the full-prompt ablation. */
final class ContentPositions {

  private ContentPositions() {}

  /**
   * The user's positions with a source that are not part of a known instruction; when instructions
   * are all there is, they stay.
   */
  static int[] ofUser(PromptTokens prompt, TaskPhrases phrases) {
    List<TextRange> instructions = new ArrayList<>();
    for (TextRange piece : prompt.user()) {
      for (TextRange phrase : phrases.find(piece.of(prompt.text()))) {
        instructions.add(phrase.shifted(piece.start()));
      }
    }
    int[] user =
        IntStream.range(0, prompt.size())
            .filter(i -> prompt.hasSource(i) && prompt.isUser(i))
            .toArray();
    int[] content =
        IntStream.of(user).filter(i -> !isInstruction(prompt, i, instructions)).toArray();
    return holdsText(prompt, content) ? content : user;
  }

  /** Everything but special tokens and placeholders. */
  static int[] ofText(PromptTokens prompt) {
    return IntStream.range(0, prompt.size())
        .filter(i -> prompt.labels()[i] != SpanLabel.SPECIAL)
        .filter(i -> prompt.labels()[i] != SpanLabel.VISUAL)
        .toArray();
  }

  private static boolean isInstruction(PromptTokens prompt, int i, List<TextRange> instructions) {
    return prompt.labels()[i] == SpanLabel.TASK_SUFFIX
        || instructions.stream().anyMatch(p -> p.contains(prompt.starts()[i], prompt.ends()[i]));
  }

  /** Blanks and line breaks between instructions are not content. */
  private static boolean holdsText(PromptTokens prompt, int[] positions) {
    return IntStream.of(positions)
        .anyMatch(i -> !prompt.text().substring(prompt.starts()[i], prompt.ends()[i]).isBlank());
  }
}
