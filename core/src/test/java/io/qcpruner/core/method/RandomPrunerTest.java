package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomPrunerTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new RandomPruner(new RandomPruner.Parameters(42));
  }

  /** It looks at places, not tokens. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  @Test
  void seedsDiffer(Random random) {
    Signals signals = draw(SIZE, random);
    int[] other =
        new RandomPruner(new RandomPruner.Parameters(43))
            .plan(stage(), signals, new Budget.Total(10))
            .trace()
            .kept();
    assertFalse(Arrays.equals(plan(signals, 10).trace().kept(), other));
  }

  @Test
  void everyPlaceIsEquallyLikely(Random random) {
    Signals signals = draw(SIZE, random);
    int[] hits = new int[SIZE];
    for (int seed = 0; seed < 4000; seed++) {
      Pruner method = new RandomPruner(new RandomPruner.Parameters(seed));
      for (int i : method.plan(stage(), signals, new Budget.Total(9)).trace().kept()) {
        hits[i]++;
      }
    }
    // 1000 expected, standard deviation 27
    for (int h : hits) {
      assertEquals(1000, h, 6 * 27);
    }
  }
}
