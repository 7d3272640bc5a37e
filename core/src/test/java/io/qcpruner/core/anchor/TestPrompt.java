package io.qcpruner.core.anchor;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;

/** Builds tokenised prompts from pieces that are written down in a test. */
final class TestPrompt {

  private final TokenizerKind kind;
  private final StringBuilder text = new StringBuilder();
  private final List<TextRange> user = new ArrayList<>();
  private final List<Integer> ids = new ArrayList<>();
  private final List<TextRange> ranges = new ArrayList<>();
  private final List<SpanLabel> labels = new ArrayList<>();

  TestPrompt(TokenizerKind kind) {
    this.kind = kind;
  }

  TestPrompt mark(SpanLabel label, int id) {
    ids.add(id);
    ranges.add(new TextRange(text.length(), text.length()));
    labels.add(label);
    return this;
  }

  /**
   * A separately tokenised chunk: template text, user text, template text.
   *
   * @param tokens "id piece id piece ..."
   */
  TestPrompt chunk(String before, String typed, String after, String tokens) {
    String chunk = before + typed + after;
    int base = text.length();
    TextRange userRange =
        new TextRange(base + before.length(), base + before.length() + typed.length());
    text.append(chunk);
    String[] parts = tokens.strip().split("\\s+");
    List<String> pieces = new ArrayList<>();
    for (int i = 0; i < parts.length; i += 2) {
      ids.add(Integer.parseInt(parts[i]));
      pieces.add(parts[i + 1]);
    }
    for (TextRange range : PieceRanges.of(kind, chunk, pieces)) {
      TextRange shifted = range.shifted(base);
      ranges.add(shifted);
      labels.add(
          userRange.intersects(shifted.start(), shifted.end()) && shifted.length() > 0
              ? SpanLabel.USER
              : SpanLabel.TEMPLATE);
    }
    if (!typed.isEmpty()) {
      user.add(userRange);
    }
    return this;
  }

  PromptTokens build() {
    return new PromptTokens(
        text.toString(),
        user,
        ids.stream().mapToInt(Integer::intValue).toArray(),
        ranges.stream().mapToInt(TextRange::start).toArray(),
        ranges.stream().mapToInt(TextRange::end).toArray(),
        labels.toArray(SpanLabel[]::new));
  }
}
