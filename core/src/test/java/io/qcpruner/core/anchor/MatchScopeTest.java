package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.core.layout.SpanLabel;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where keywords are looked for: in what the user typed, or in the whole prompt. */
class MatchScopeTest {

  /** A special token and a picture whose ids are those of "bus", then template, user, template. */
  private static final PromptTokens PROMPT =
      new TestPrompt(TokenizerKind.SENTENCE_PIECE)
          .mark(SpanLabel.SPECIAL, 7)
          .chunk("the bus ", "a bus", " bus", "1 ▁the 7 ▁bus 2 ▁a 7 ▁bus 7 ▁bus")
          .mark(SpanLabel.VISUAL, 7)
          .build();

  private static final KeywordEncoder ENCODER =
      new KeywordEncoder() {
        @Override
        public TokenizerKind kind() {
          return TokenizerKind.SENTENCE_PIECE;
        }

        @Override
        public int[] encode(String text) {
          return new int[] {7};
        }
      };

  @ParameterizedTest
  @CsvSource({"USER, 4", "PROMPT, 2 4 5"})
  void wordsOfTheScope(MatchScope scope, String tokens) {
    assertEquals(
        tokens, text(new WordMatcher(new VectorizerWords(), scope).match(PROMPT, Set.of("bus"))));
  }

  @ParameterizedTest
  @CsvSource({"USER, 4", "PROMPT, 2 4 5"})
  void idsOfTheScope(MatchScope scope, String tokens) {
    assertEquals(
        tokens,
        text(
            new SubsequenceMatcher(ENCODER, MatchMode.LITERAL, scope)
                .match(PROMPT, List.of("bus"))));
  }

  /** Two pictures of three and two rows; a placeholder itself stands for its first row. */
  @Test
  void positionsMoveBehindExpandedPlaceholders() {
    PlaceholderExpansion expansion = new PlaceholderExpansion(new int[] {1, 4}, new int[] {3, 2});
    assertArrayEquals(new int[] {0, 1, 4, 5, 6, 8}, expansion.apply(new int[] {0, 1, 2, 3, 4, 5}));
  }

  @ParameterizedTest
  @CsvSource({"SENTENCE_PIECE, ▁abc", "SENTENCE_PIECE, <0x41>", "BYTE_LEVEL, abc"})
  void piecesThatSpellMoreThanTheTextAreRefused(TokenizerKind kind, String piece) {
    String text = piece.startsWith("<") ? "" : "ab";
    assertThrows(IllegalArgumentException.class, () -> PieceRanges.of(kind, text, List.of(piece)));
  }

  private static String text(List<AnchorSpan> spans) {
    return spans.stream()
        .map(span -> span.first() == span.last() ? "" + span.first() : span.toString())
        .collect(Collectors.joining(" "));
  }
}
