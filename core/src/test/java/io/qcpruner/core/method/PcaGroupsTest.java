package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The groups, against those made without any shortcut. */
@ExtendWith(Seeded.class)
class PcaGroupsTest {

  @Test
  void groupsOfPicturesAreTheNaiveOnes(Random random) {
    for (int side : new int[] {5, 16, 19}) {
      for (int width : new int[] {64, 200}) {
        Matrix features = smooth(random, side, width);
        for (int groups : new int[] {1, 8, 16, 40}) {
          assertNaive(features, groups);
        }
      }
    }
  }

  @Test
  void groupsWithoutOrderAreTheNaiveOnes(Random random) {
    assertNaive(SignalDraw.normal(random, 300, 80), 8);
    assertNaive(SignalDraw.normal(random, 300, 400), 16);
  }

  /** Where vectors are a choice, the choice stays the same. */
  @Test
  void degenerateFeaturesKeepTheirGroups(Random random) {
    Matrix few = smooth(random, 17, 48).selectRows(Indices.range(20));
    int[] repeated = random.ints(289, 0, 20).toArray();
    for (Matrix features :
        List.of(
            Matrix.zeros(289, 32), // no spectrum at all
            few.selectRows(new int[289]), // equal rows
            few.selectRows(repeated), // rank 20
            SignalDraw.normal(random, 289, 6), // narrower than the groups
            few, // fewer rows than groups
            Matrix.of(new float[] {1, 2}))) {
      assertNaive(features, 24);
      assertNaive(features, 3);
    }
  }

  @Test
  void threadsDoNotChangeABit(Random random) throws Exception {
    Matrix features = smooth(random, 18, 96);
    float[] expected = PcaGroups.of(features, 12).loadings().data();
    for (int threads : new int[] {1, 3}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      PcaGroups found = pool.submit(() -> PcaGroups.of(features, 12)).get();
      pool.shutdown();
      assertArrayEquals(expected, found.loadings().data());
    }
  }

  @Test
  void picksAreThoseOfTheNaiveGroups(Random random) {
    for (int k : new int[] {32, 64, 100}) {
      Matrix features = smooth(random, 17, 160);
      float[] attention = SignalDraw.uniform(random, 1, 289).data();
      assertArrayEquals(
          PruneSid.view(features, NaivePcaGroups.of(features, k / 4), attention, k),
          PruneSid.view(features, attention, k));
    }
  }

  private static void assertNaive(Matrix features, int groups) {
    PcaGroups expected = NaivePcaGroups.of(features, groups);
    PcaGroups actual = PcaGroups.of(features, groups);
    assertArrayEquals(expected.loadings().data(), actual.loadings().data(), 1e-7f);
    assertArrayEquals(expected.group(), actual.group());
  }

  /** Waves over the grid that are weaker the finer they are, and noise. */
  private static Matrix smooth(Random random, int side, int width) {
    Matrix weights = SignalDraw.normal(random, side * side, width);
    Matrix waves = Matrix.zeros(side * side, side * side);
    for (int i = 0; i < waves.rows(); i++) {
      for (int w = 0; w < waves.cols(); w++) {
        int u = w / side;
        int v = w % side;
        double wave =
            Math.cos(Math.PI * u * (i / side + 0.5) / side)
                * Math.cos(Math.PI * v * (i % side + 0.5) / side);
        waves.data()[waves.offset(i) + w] = (float) (2 * wave / (1 + Math.pow(u * u + v * v, 0.6)));
      }
    }
    Matrix out = Kernels.dots(waves, weights.transposed());
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] += (float) (0.1 * random.nextGaussian());
    }
    return out;
  }
}
