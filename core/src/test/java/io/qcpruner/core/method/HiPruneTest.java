package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Anchors, buffers and registers. */
class HiPruneTest extends TileContract {

  private static HiPrune hiPrune(HiPrune.Buffers buffers) {
    return new HiPrune(new HiPrune.Parameters(0.5, 8, 22, buffers));
  }

  @Override
  protected Pruner method() {
    return hiPrune(HiPrune.Buffers.OFFICIAL);
  }

  /** Neighbours are patches beside an anchor, whatever they show. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  private int[] example(HiPrune.Buffers buffers) {
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(4, 4, true))
            .with(
                Signal.LAYER_RECEIVED_ATTENTION,
                8,
                Matrix.of(
                    Rows.row(".02 .05 .08 .20 .04 .06 .07 .09 .03 .05 .06 .04 .05 .06 .05 .05")))
            .with(
                Signal.LAYER_RECEIVED_ATTENTION,
                22,
                Matrix.of(
                    Rows.row(".10 .04 .03 .20 .02 .04 .10 .01 .08 .03 .05 .02 .12 .05 .07 .04")))
            .build();
    return hiPrune(buffers).plan(stage(), signals, new Budget.Total(8)).trace().kept();
  }

  @Test
  void neighboursOfAnAnchorInACorner() {
    assertArrayEquals(new int[] {0, 2, 3, 4, 6, 7, 8, 12}, example(HiPrune.Buffers.OFFICIAL));
    assertArrayEquals(new int[] {0, 2, 3, 6, 7, 8, 12, 14}, example(HiPrune.Buffers.CLIPPED));
  }

  @Test
  void aTotalIsForTheWholePicture(Random random) {
    ArraySignals three = SignalDraw.of(VisionLayout.anyRes(5, 6, true, 1, 2), random);
    assertEquals(
        3 * 16, method().plan(stage(), three, new Budget.Total(50)).trace().counts().budgeted());
  }

  @Test
  void onlyTwoTowerLayersAreAskedFor() {
    assertEquals(Set.of(8, 22), method().towerLayers());
  }
}
