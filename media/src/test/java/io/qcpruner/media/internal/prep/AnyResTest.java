package io.qcpruner.media.internal.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.internal.prep.AnyRes.Canvas;
import io.qcpruner.media.internal.prep.AnyRes.PinpointOrder;
import io.qcpruner.media.internal.prep.AnyRes.Rounding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnyResTest {

  private static final int[][] TINY = {{56, 112}, {112, 56}, {112, 112}, {168, 56}, {56, 168}};

  @ParameterizedTest
  @CsvSource({
    "640, 480, 672, 672, 36, 48, 2304, 2340",
    "480, 640, 672, 672, 48, 36, 2304, 2352",
    "640, 427, 672, 672, 32, 48, 2112, 2144",
    "640, 640, 672, 672, 48, 48, 2880, 2928",
    "1000, 300, 1008, 336, 22, 72, 2160, 2182",
    "300, 1000, 336, 1008, 72, 22, 2160, 2232",
    "899, 1024, 672, 672, 48, 42, 2592, 2640",
    "333, 500, 336, 672, 36, 24, 1440, 1476",
    "300, 300, 336, 672, 24, 24, 1152, 1176"
  })
  void tableOfTheSpecification(
      int w, int h, int canvasW, int canvasH, int rows, int columns, int candidates, int total) {
    AnyResLayout layout = AnyRes.original().layout(w, h);
    assertEquals(canvasW, layout.canvas().width());
    assertEquals(canvasH, layout.canvas().height());
    assertEquals(rows, layout.kept().height());
    assertEquals(columns, layout.kept().width());
    assertEquals(candidates, layout.candidates());
    assertEquals(total, layout.total());
    assertEquals(rows, layout.newlines());
  }

  @Test
  void theTwoReadingsOfThePinpointsDifferForSmallImages() {
    assertEquals(new Canvas(336, 672), AnyRes.original().bestCanvas(300, 300));
    assertEquals(new Canvas(672, 336), AnyRes.huggingFace().bestCanvas(300, 300));
    assertNotEquals(
        AnyRes.original().bestCanvas(100, 122), AnyRes.huggingFace().bestCanvas(100, 122));
    assertEquals(AnyRes.original().bestCanvas(640, 480), AnyRes.huggingFace().bestCanvas(640, 480));
  }

  @Test
  void theTwoRoundingsDifferForAHandfulOfSizes() {
    int[][] pinpoints = {{336, 672}, {672, 336}, {672, 672}, {1008, 336}, {336, 1008}};
    AnyRes truncate = AnyRes.of(336, 14, pinpoints, PinpointOrder.WIDTH_HEIGHT, Rounding.TRUNCATE);
    AnyRes seven =
        AnyRes.of(336, 14, pinpoints, PinpointOrder.WIDTH_HEIGHT, Rounding.SEVEN_DECIMALS);
    assertNotEquals(truncate.layout(656, 205), seven.layout(656, 205));
    assertEquals(truncate.layout(657, 205), seven.layout(657, 205));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 75, 112, 112, 6, 8, 64, 70",
    "75, 100, 112, 112, 8, 6, 64, 72",
    "60, 20, 112, 56, 2, 8, 32, 34"
  })
  void tinyTilesOfTheTestModels(
      int w, int h, int canvasW, int canvasH, int rows, int columns, int candidates, int total) {
    for (PinpointOrder order : PinpointOrder.values()) {
      AnyResLayout layout = AnyRes.of(56, 14, TINY, order, Rounding.TRUNCATE).layout(w, h);
      assertEquals(
          new Canvas(canvasW, canvasH),
          new Canvas(layout.canvas().width(), layout.canvas().height()));
      assertEquals(rows, layout.kept().height());
      assertEquals(columns, layout.kept().width());
      assertEquals(candidates, layout.candidates());
      assertEquals(total, layout.total());
    }
  }

  @Test
  void anExtremeAspectKeepsAtMostTheGrid() {
    AnyResLayout layout = AnyRes.original().layout(30_000, 1);
    assertEquals(1, layout.image().height());
    assertEquals(0, layout.kept().height());
    assertEquals(576, layout.total());
  }

  @Test
  void towerRowsOfAllTilesAreAllDifferent() {
    AnyResLayout layout = AnyRes.original().layout(640, 480);
    Set<Integer> seen = new HashSet<>();
    for (int r = 0; r < layout.gridRows(); r++) {
      for (int c = 0; c < layout.gridColumns(); c++) {
        seen.add(layout.towerRow(r, c));
      }
    }
    assertEquals(4 * 576, seen.size());
    assertEquals(576, layout.towerRow(0, 0));
    assertEquals(577, layout.towerRow(0, 1));
    assertEquals(2 * 576, layout.towerRow(0, 24));
    assertEquals(3 * 576, layout.towerRow(24, 0));
    assertEquals(5 * 576 - 1, layout.towerRow(47, 47));
  }

  @Test
  void refusesCanvasesThatAreNotTiles() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new AnyRes(336, 14, List.of(new Canvas(336, 500)), Rounding.TRUNCATE));
    assertThrows(
        IllegalArgumentException.class, () -> new AnyRes(336, 14, List.of(), Rounding.TRUNCATE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AnyRes(336, 337, List.of(new Canvas(336, 336)), Rounding.TRUNCATE));
    assertThrows(IllegalArgumentException.class, () -> AnyRes.original().layout(0, 5));
  }
}
