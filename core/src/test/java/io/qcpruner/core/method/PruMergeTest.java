package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Centres, their neighbours and the row of the rest. */
class PruMergeTest extends ClipTileContract {

  private static PruMerge pruMerge(boolean plus, PruMerge.Count count, PruMerge.Order order) {
    return new PruMerge(new PruMerge.Parameters(plus, count, order, 23));
  }

  @Override
  protected Pruner method() {
    return pruMerge(false, PruMerge.Count.BUDGET, PruMerge.Order.OFFICIAL);
  }

  @Test
  void outliersLieAboveTheUpperWhisker() {
    assertEquals(2, PruMerge.outliers(Rows.row(".05 .02 .30 .04 .03 .25 .06 .05")));
    assertEquals(0, PruMerge.outliers(Rows.row(".1 .1 .1 .1")));
  }

  @Test
  void thePlusVariantMeetsTheBudgetToo(Random random) {
    Signals signals = SignalDraw.of(VisionLayout.single(6, 6, true), random);
    for (int k = 1; k < 36; k++) {
      PruneResult result =
          pruMerge(true, PruMerge.Count.BUDGET, PruMerge.Order.RASTER)
              .plan(stage(), signals, new Budget.Total(k));
      assertEquals(k, result.trace().counts().budgeted());
      int[] rows = result.plan().rows().primarySources();
      assertArrayEquals(
          java.util.Arrays.stream(rows).limit(Math.max(1, k - 1)).sorted().toArray(),
          java.util.Arrays.copyOf(rows, Math.max(1, k - 1)));
    }
  }

  @Test
  void aPictureWithoutOutliersKeepsOneCentre(Random random) {
    Signals flat =
        SignalDraw.of(VisionLayout.single(6, 6, true), random).toBuilder()
            .with(Signal.LAYER_CLASS_QUERY, 23, Matrix.zeros(1, 8))
            .build();
    PruneResult result =
        pruMerge(false, PruMerge.Count.ADAPTIVE, PruMerge.Order.OFFICIAL)
            .plan(stage(), flat, new Budget.Total(9));
    assertEquals(2, result.trace().counts().budgeted());
    // every patch lies on the lattice when nothing else decides
    PruneResult plus =
        pruMerge(true, PruMerge.Count.ADAPTIVE, PruMerge.Order.OFFICIAL)
            .plan(stage(), flat, new Budget.Total(9));
    assertEquals(1 + 35 / 12 + 1, plus.trace().counts().budgeted());
  }
}
