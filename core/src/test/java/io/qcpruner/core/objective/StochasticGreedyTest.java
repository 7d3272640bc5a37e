package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class StochasticGreedyTest {

  @Test
  void sameSeedSamePicksAndExactCount(Random random) {
    Matrix x = Inputs.gaussian(random, 300, 12);
    float[] u = Inputs.utility(random, 300);
    FacilityLocation dense = new FacilityLocation(new DenseRows(Kernels.cosine(x)), u, u);
    FacilityLocation tiled = new FacilityLocation(new TiledRows(x), u, u);
    Greedy greedy = new StochasticGreedy(0.1, 42);
    Picks picks = greedy.maximize(dense, 30);
    assertArrayEquals(picks.order(), greedy.maximize(dense, 30).order());
    assertArrayEquals(picks.order(), greedy.maximize(tiled, 30).order());
    assertEquals(30, Arrays.stream(picks.order()).distinct().count());
    assertTrue(picks.evaluations() <= 300 * Math.log(10) + 30);
  }

  @Test
  void aSampleOfEverythingIsExact(Random random) {
    Matrix cosine = Inputs.gaussianCosine(random, 80);
    float[] u = Inputs.utility(random, 80);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    // N / K * ln(1 / epsilon) exceeds N
    Picks picks = new StochasticGreedy(1e-9, 1).maximize(f, 12);
    assertArrayEquals(new LazyGreedy().maximize(f, 12).order(), picks.order());
  }

  @Test
  void allTokensCanBeTaken(Random random) {
    Matrix cosine = Inputs.gaussianCosine(random, 20);
    float[] u = Inputs.utility(random, 20);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    int[] order = new StochasticGreedy(0.5, 1).maximize(f, 20).order();
    assertEquals(20, Arrays.stream(order).distinct().count());
  }

  @Test
  void epsilonIsChecked() {
    assertThrows(IllegalArgumentException.class, () -> new StochasticGreedy(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new StochasticGreedy(Double.NaN, 0));
  }
}
