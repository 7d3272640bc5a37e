package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.anchor.AnchorLanguage;
import io.qcpruner.core.anchor.AnchorOrigin;
import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Anchors are marked where the word stands, not inside of others. */
final class AnchorRangesTest {

  /** Starts of the one keyword's occurrences, which are written as in the surfaces. */
  private static List<Integer> starts(String question, String... surfaces) {
    List<AnchorSpan> spans = new ArrayList<>();
    for (String surface : surfaces) {
      spans.add(new AnchorSpan("word", surface, spans.size(), spans.size()));
    }
    Anchors anchors =
        new Anchors(
            AnchorOrigin.KEYWORDS,
            AnchorLanguage.ENGLISH,
            List.of(new Keyword("word", 1)),
            spans,
            new int[0]);
    List<int[]> ranges = AnchorRanges.of(anchors, anchors.keywords().get(0), question);
    for (int i = 0; i < ranges.size(); i++) {
      int[] range = ranges.get(i);
      assertEquals(surfaces[i], question.substring(range[0], range[1]));
    }
    return ranges.stream().map(range -> range[0]).toList();
  }

  @Test
  void aWordIsNotThePartOfAnother() {
    assertEquals(List.of(21), starts("the starry sky, what star is it?", "star"));
    assertEquals(List.of(13), starts("bad_star and star-like", "star"));
    assertEquals(List.of(10), starts("superstar star", "star"));
  }

  @Test
  void occurrencesFollowEachOther() {
    assertEquals(
        List.of(0, 5, 10, 26),
        starts("star Star STAR stars, the star?", "star", "Star", "STAR", "star"));
  }

  @Test
  void languagesWithoutBlanksAreFoundInside() {
    assertEquals(
        List.of(2),
        starts("\u90a3\u4e2a\u661f\u661f\u662f\u4ec0\u4e48\u989c\u8272", "\u661f\u661f"));
  }

  @Test
  void whatTheUserDidNotSayHasNoPlace() {
    assertEquals(List.of(), starts("what is it?", "star"));
  }
}
