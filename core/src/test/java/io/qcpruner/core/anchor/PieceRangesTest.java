package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PieceRangesTest {

  private static String llama(String text, String... pieces) {
    return ranges(TokenizerKind.SENTENCE_PIECE, text, pieces);
  }

  private static String qwen(String text, String... pieces) {
    return ranges(TokenizerKind.BYTE_LEVEL, text, pieces);
  }

  private static String ranges(TokenizerKind kind, String text, String... pieces) {
    return Arrays.stream(PieceRanges.of(kind, text, List.of(pieces)))
        .map(range -> range.start() + "-" + range.end())
        .collect(Collectors.joining(" "));
  }

  @Test
  void leadingMarkHasNoSource() {
    assertEquals("0-0 0-1 1-5", llama("\nWhat", "▁", "<0x0A>", "What"));
    assertEquals("0-4 4-8", llama("What bus", "▁What", "▁bus"));
    assertEquals("0-0 0-4", llama(" bus", "▁", "▁bus"));
    assertEquals("0-1 1-5", llama("  bus", "▁▁", "▁bus"));
    assertEquals("0-0 0-1 1-2", llama("10", "▁", "1", "0"));
    assertEquals("0-2 2-3", llama("ab:", "ab", ":"));
  }

  @Test
  void bytesOfOneCharacterShareItsRange() {
    assertEquals(
        "0-0 0-1 1-2 2-3 2-3 2-3", llama("公交车", "▁", "公", "交", "<0xE8>", "<0xBD>", "<0xA6>"));
    assertEquals(
        "0-1 1-3 1-3 1-3 1-3 3-4",
        llama("a🙂b", "▁a", "<0xF0>", "<0x9F>", "<0x99>", "<0x82>", "b"));
    assertEquals("0-1 1-3 1-3 3-4", qwen("a🙂b", "a", "ðŁĻ", "Ĥ", "b"));
    assertEquals("0-4 4-6", qwen("naïve!", "naÃ¯v", "e!"));
  }

  @Test
  void piecesThatSpellAnotherTextAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> llama("ab", "▁abc"));
    assertThrows(IllegalArgumentException.class, () -> qwen("ab", "abc"));
  }
}
