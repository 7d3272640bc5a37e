package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.linalg.EffectiveRank;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attention first, and distances that grow with the effective rank. */
class AgilePrunerTest extends TileContract {

  private static AgilePruner of(double tauMax, int meanRank) {
    return new AgilePruner(
        new AgilePruner.Parameters(
            tauMax, meanRank, AgilePruner.Order.PICKS, VisPruner.Features.PATCH_ROWS));
  }

  @Override
  protected Pruner method() {
    return of(0.5, 3);
  }

  private static final Matrix WORKED =
      Matrix.of(
          Rows.row("1 0 0"),
          Rows.row(".9 .1 0"),
          Rows.row("0 1 0"),
          Rows.row("0 .9 .15"),
          Rows.row(".1 .2 1"),
          Rows.row("1 1 1"));

  @ParameterizedTest
  @CsvSource({"2, 0 2 4", "6, 0 1 2"})
  void complexPicturesSpreadTheirPicks(int meanRank, String kept) {
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(6, 1, false))
            .with(Signal.CLASS_ATTENTION, Matrix.of(Rows.row(".3 .25 .15 .12 .1 .08")))
            .with(Signal.TOWER_STATES, WORKED)
            .build();
    PruneResult result = of(0.5, meanRank).plan(stage(), signals, new Budget.Total(3));
    int[] expected = java.util.Arrays.stream(kept.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertArrayEquals(expected, result.trace().kept());
    assertTrue(result.trace().notes().contains("effective rank 2.8"), "" + result.trace().notes());
  }

  @Test
  void effectiveRankOfKnownRows() {
    assertEquals(2.832735, EffectiveRank.of(WORKED), 1e-3);
    assertEquals(0, EffectiveRank.of(Matrix.zeros(4, 3)));
    Matrix axes = Matrix.zeros(5, 9);
    for (int i = 0; i < 5; i++) {
      axes.data()[axes.offset(i) + i] = 2;
    }
    assertEquals(5, EffectiveRank.of(axes), 1e-5);
  }

  @Test
  void aDistanceOfZeroIsFasterVlm(Random random) {
    Signals signals = draw(SIZE, random);
    int[] expected =
        new FasterVlm(true).plan(stage(), signals, new Budget.Total(9)).trace().order();
    int[] made = of(0, 3).plan(stage(), signals, new Budget.Total(9)).trace().order();
    assertArrayEquals(expected, made);
  }
}
