package io.qcpruner.core.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TokenLayoutTest {

  @Test
  void simpleLayoutPutsPatchesBetweenTexts() {
    TokenLayout layout = TokenLayout.simple(2, 6, 3, 4);
    assertEquals(12, layout.size());
    assertArrayEquals(new int[] {2, 3, 4, 5, 6, 7}, layout.candidates());
    assertEquals(8, layout.suffixStart());
    assertArrayEquals(new int[] {0, 1, 8, 9, 10, 11}, layout.textRows());
    assertEquals(1, layout.gridRows()[5]);
    assertEquals(0, layout.gridCols()[5]);
    assertEquals(SpanLabel.USER, layout.spans()[8]);
  }

  @Test
  void videoHasAGroupAFrameAndNewlinesThatAreNoCandidates() {
    TokenLayout layout = TokenLayout.video(1, 2, 2, 3, true, 1);
    assertEquals(1 + 2 * 8 + 1, layout.size());
    assertEquals(12, layout.candidates().length);
    int[][] frames = layout.candidateGroups();
    assertEquals(2, frames.length);
    assertArrayEquals(new int[] {6, 7, 8, 9, 10, 11}, frames[1]);
    assertEquals(Grouping.FRAMES, layout.grouping());
    assertEquals(16, layout.withNewlinesAsPatches().candidates().length);
    assertEquals(17, layout.suffixStart());
  }

  @Test
  void selectionKeepsWhatRowsAre() {
    TokenLayout layout = TokenLayout.video(1, 2, 2, 2, true, 1);
    TokenLayout some = layout.select(new int[] {0, 1, 3, 8, 13});
    assertEquals(5, some.size());
    assertEquals(TokenKind.NEWLINE, some.kinds()[2]);
    assertEquals(1, some.groups()[3]);
    assertEquals(Grouping.FRAMES, some.grouping());
    int[] turned = {13, 9, 8, 4, 1, 0};
    TokenLayout back = layout.select(turned);
    for (int i = 0; i < turned.length; i++) {
      assertEquals(layout.spans()[turned[i]], back.spans()[i]);
      assertEquals(layout.gridRows()[turned[i]], back.gridRows()[i]);
      assertEquals(layout.gridCols()[turned[i]], back.gridCols()[i]);
      assertEquals(layout.groups()[turned[i]], back.groups()[i]);
    }
  }

  /** All of the first frame went: the list of frames has no hole. */
  @Test
  void groupsWithoutCandidatesAreLeftOut() {
    TokenLayout layout = TokenLayout.video(0, 3, 1, 2, false, 1);
    TokenLayout some = layout.select(new int[] {0, 4, 5, 6});
    assertEquals(2, some.candidateGroups().length);
    assertArrayEquals(new int[] {0}, some.candidateGroups()[0]);
    assertArrayEquals(new int[] {1, 2}, some.candidateGroups()[1]);
  }

  @Test
  void aPictureInTheFirstRowHasItsSuffixBehindIt() {
    assertEquals(1, TokenLayout.simple(0, 1, 1, 2).suffixStart());
  }

  @Test
  void columnsOfDifferentLengthAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new TokenLayout(
                    new TokenKind[2],
                    new SpanLabel[2],
                    new int[3],
                    new int[2],
                    new int[2],
                    Grouping.SINGLE));
    assertTrue(e.getMessage().contains("groups 3"), e.getMessage());
  }

  @Test
  void aTextOnlySequenceHasNoCandidates() {
    TokenLayout layout = TokenLayout.simple(3, 0, 1, 0);
    assertEquals(0, layout.candidates().length);
    assertEquals(0, layout.suffixStart());
    assertEquals(0, layout.candidateGroups().length);
  }
}
