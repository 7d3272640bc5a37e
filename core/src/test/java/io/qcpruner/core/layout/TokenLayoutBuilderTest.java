package io.qcpruner.core.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TokenLayoutBuilderTest {

  /** Rows in the order of the calls, each with its place. */
  @Test
  void rowsOfEveryKind() {
    TokenLayout layout =
        new TokenLayoutBuilder(Grouping.FRAMES)
            .text(SpanLabel.TEMPLATE, 2)
            .grid(0, 1, 2, true)
            .patch(1, 0, 3)
            .newline(1, 0)
            .text(SpanLabel.USER, 1)
            .build();
    assertArrayEquals(
        new TokenKind[] {
          TokenKind.TEXT,
          TokenKind.TEXT,
          TokenKind.PATCH,
          TokenKind.PATCH,
          TokenKind.NEWLINE,
          TokenKind.PATCH,
          TokenKind.NEWLINE,
          TokenKind.TEXT
        },
        layout.kinds());
    assertArrayEquals(new int[] {-1, -1, 0, 0, 0, 1, 1, -1}, layout.groups());
    assertArrayEquals(new int[] {-1, -1, 0, 0, 0, 0, 0, -1}, layout.gridRows());
    assertArrayEquals(new int[] {-1, -1, 0, 1, -1, 3, -1, -1}, layout.gridCols());
    assertEquals(SpanLabel.TEMPLATE, layout.spans()[1]);
    assertEquals(SpanLabel.VISUAL, layout.spans()[4]);
    assertEquals(SpanLabel.USER, layout.spans()[7]);
    assertEquals(Grouping.FRAMES, layout.grouping());
  }

  @Test
  void aGridWithoutNewlines() {
    TokenLayout layout = new TokenLayoutBuilder(Grouping.FRAMES).grid(2, 2, 2, false).build();
    assertEquals(4, layout.candidates().length);
    assertArrayEquals(new int[] {0, 0, 1, 1}, layout.gridRows());
    assertArrayEquals(new int[] {0, 1, 0, 1}, layout.gridCols());
    assertArrayEquals(new int[] {2, 2, 2, 2}, layout.groups());
  }
}
