package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.DenseRows;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.objective.WeightedGreedy;
import io.qcpruner.core.prune.Pruner;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Coverage gains times class attention. */
class ScopeTest extends TileContract {

  @Override
  protected Pruner method() {
    return new Scope(new Scope.Parameters(1, VisPruner.Features.CLASS_ROW));
  }

  /** All gains of every step, and the largest product by a plain loop. */
  @Test
  void lazyPicksAreThoseOfThePlainLoop(Random random) {
    for (int n : new int[] {1, 2, 17, 60}) {
      Matrix cosine = Kernels.cosine(SignalDraw.normal(random, n, 5));
      float[] weights = SignalDraw.uniform(random, 1, n).row(0);
      weights[0] = 0;
      float[] ones = new float[n];
      Arrays.fill(ones, 1f);
      FacilityLocation objective = new FacilityLocation(new DenseRows(cosine), ones, ones);
      float[] cover = new float[n];
      boolean[] picked = new boolean[n];
      int[] plain = new int[n];
      for (int i = 0; i < n; i++) {
        int best = -1;
        for (int j = 0; j < n; j++) {
          if (!picked[j]
              && (best < 0
                  || objective.gain(j, cover) * weights[j]
                      > objective.gain(best, cover) * weights[best])) {
            best = j;
          }
        }
        picked[best] = true;
        objective.add(best, cover);
        plain[i] = best;
      }
      assertArrayEquals(plain, WeightedGreedy.pick(objective, weights, n), "n = " + n);
    }
  }

  @Test
  void exponentsOutOfRangeAreNamed() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Scope.Parameters(-1, VisPruner.Features.CLASS_ROW));
    assertTrue(e.getMessage().contains("not -1.0"), e.getMessage());
  }
}
