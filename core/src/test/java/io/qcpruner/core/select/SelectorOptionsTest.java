package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.DenseGreedy;
import io.qcpruner.core.objective.Greedy;
import org.junit.jupiter.api.Test;

class SelectorOptionsTest {

  /** Each change leaves the others as they are. */
  @Test
  void oneOptionAtATime() {
    SelectorOptions standard = SelectorOptions.STANDARD;
    Greedy dense = new DenseGreedy();
    AdditiveCoverage additive = new AdditiveCoverage(0.25f, 2f, 3f);
    SelectorOptions all =
        standard
            .withGreedy(dense)
            .withTiled(true)
            .withTies(Ties.LOWEST)
            .withLambda(0.75f)
            .withAdditive(additive);
    assertEquals(new SelectorOptions(dense, true, Ties.LOWEST, 0.75f, additive), all);
    assertEquals(new AdditiveCoverage(0.25f, 9f, 3f), all.withTextTemperature(9f).additive());
    assertEquals(standard, standard.withLambda(0.5f).withTiled(false).withTies(Ties.VISUAL));
  }

  @Test
  void aLambdaThatIsNoneIsRefused() {
    for (float wrong : new float[] {-0.1f, 1.1f, Float.NaN}) {
      assertEquals(
          "MMR lambda must be in [0, 1], not " + wrong,
          assertThrows(
                  IllegalArgumentException.class, () -> SelectorOptions.STANDARD.withLambda(wrong))
              .getMessage());
    }
    assertEquals(0, SelectorOptions.STANDARD.withLambda(0).lambda());
    assertEquals(1, SelectorOptions.STANDARD.withLambda(1).lambda());
  }
}
