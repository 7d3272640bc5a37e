package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The worked example of multi-axis positions: 15 prefix tokens, a 36 x 36 picture, 12 more. */
class PositionsTest {

  @Test
  void pictureBetweenText() {
    PositionWalk walk = new PositionWalk(3);
    walk.text(15);
    walk.visual(picture(new MropeGrid(1, 36, 36, 0), IntStream.range(0, 1296).toArray()));
    walk.text(12);
    long[][] axes = walk.toArray();
    assertEquals(1323, axes[0].length);
    assertEquals(15, Arrays.stream(axes[0], 15, 1311).max().getAsLong());
    assertEquals(50, Arrays.stream(axes[1], 15, 1311).max().getAsLong());
    assertEquals(50, Arrays.stream(axes[2], 15, 1311).max().getAsLong());
    assertEquals(51, axes[0][1311]);
    assertEquals(62, axes[2][1322]);
    assertEquals(1323 - 1260, walk.next());
  }

  @Test
  void rowsDroppedAfterTheTowerLeaveGaps() {
    PositionWalk walk = new PositionWalk(3);
    walk.text(2);
    walk.visual(picture(new MropeGrid(1, 3, 4, 0), new int[] {1, 6, 11}));
    walk.text(1);
    assertArrayEquals(
        new long[][] {{0, 1, 2, 2, 2, 6}, {0, 1, 2, 3, 4, 6}, {0, 1, 3, 4, 5, 6}}, walk.toArray());
  }

  @Test
  void slicesOfAClipAdvanceInTime() {
    PositionWalk walk = new PositionWalk(3);
    walk.text(1);
    walk.visual(picture(new MropeGrid(3, 1, 2, 2.5), IntStream.range(0, 6).toArray()));
    assertArrayEquals(new long[] {0, 1, 1, 3, 3, 6, 6}, walk.toArray()[0]);
    // the largest position used is 1 + floor(2 * 2.5)
    assertEquals(7, walk.next());
  }

  /** transformers multiplies in float; in double these settings end one position beside. */
  @Test
  void timeIsComputedInFloat() {
    assertEquals(63, new MropeGrid(64, 1, 1, 2 * (float) (21 / 30.0)).time(45));
    assertEquals(62, new MropeGrid(64, 1, 1, 2 * (float) (35 / 30.0)).time(27));
    assertEquals(116, new MropeGrid(64, 1, 1, 2 * (float) (39 / 30.0)).time(45));
  }

  private static VisualRows picture(MropeGrid grid, int[] places) {
    List<VisualRows.Cell> cells =
        Arrays.stream(places)
            .mapToObj(p -> new VisualRows.Cell(TokenKind.PATCH, 0, 0, 0, p))
            .toList();
    return new VisualRows(
        Tensors.ofFloats(new float[places.length], Placement.cpu(), places.length, 1),
        cells,
        grid.slices() * grid.rows() * grid.cols(),
        Grouping.SINGLE,
        Optional.of(grid));
  }
}
