package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomPrunerTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new RandomPruner(new RandomPruner.Parameters(42, ControlPlace.BEFORE_DECODER));
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
        new RandomPruner(new RandomPruner.Parameters(43, ControlPlace.BEFORE_DECODER))
            .plan(stage(), signals, new Budget.Total(10))
            .trace()
            .kept();
    assertFalse(Arrays.equals(plan(signals, 10).trace().kept(), other));
  }

  @Test
  void theSamePatchesAreKeptAtEveryDepth(Random random) {
    Pruner deep =
        Methods.create(
            MethodSpec.parse("random:layer=3"), PublishedBackbone.LLAVA_1_5.facts(32, 576));
    assertEquals(List.of(new Stage.AfterLayer(3)), deep.stages());
    assertEquals("layer=3,seed=42", deep.settings().toString());
    Signals signals = draw(SIZE, random);
    assertArrayEquals(
        plan(signals, 10).trace().kept(),
        deep.plan(new Stage.AfterLayer(3), signals, new Budget.Total(10)).trace().kept());
  }

  @Test
  void everyPlaceIsEquallyLikely(Random random) {
    Signals signals = draw(SIZE, random);
    int[] hits = new int[SIZE];
    for (int seed = 0; seed < 4000; seed++) {
      Pruner method =
          new RandomPruner(new RandomPruner.Parameters(seed, ControlPlace.BEFORE_DECODER));
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
