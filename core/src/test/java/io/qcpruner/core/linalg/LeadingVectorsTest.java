package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Vectors by Lanczos, against those of the whole decomposition. */
@ExtendWith(Seeded.class)
class LeadingVectorsTest {

  @Test
  void lanczosFindsTheVectorsOfTheDecomposition(Random random) {
    for (int n : new int[] {256, 301}) {
      for (double fall : new double[] {0.9, 1.5}) {
        double[][] a = falling(random, n, fall);
        for (int wanted : new int[] {1, 7, 16}) {
          LeadingVectors found = LeadingVectors.lanczos(a, wanted);
          assertNotNull(found, n + " " + fall + " " + wanted);
          assertSame(LeadingVectors.direct(copy(a), wanted), found);
        }
      }
    }
  }

  @Test
  void whereTheEndIsNotInSightTheDecompositionDecides(Random random) {
    Matrix flat = SignalDraw.normal(random, 260, 5000);
    double[][] a = doubles(Kernels.dots(flat));
    assertNull(LeadingVectors.lanczos(a, 40));
    LeadingVectors expected = LeadingVectors.direct(copy(a), 40);
    assertArrayEquals(expected.vectors(), LeadingVectors.of(a, 40).vectors());
  }

  @Test
  void equalEigenvaluesAreLeftToTheDecomposition(Random random) {
    int n = 300;
    double[][] twice = falling(random, n / 2, 1.2);
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = i % 2; j < n; j += 2) {
        a[i][j] = twice[i / 2][j / 2];
      }
    }
    double[][] thin = doubles(Kernels.dots(SignalDraw.normal(random, n, 5)));
    double[][] same = new double[n][n];
    for (double[] row : same) {
      java.util.Arrays.fill(row, 3);
    }
    for (double[][] tied : new double[][][] {a, thin, same, new double[n][n]}) {
      assertNull(LeadingVectors.lanczos(tied, 8));
      LeadingVectors expected = LeadingVectors.direct(copy(tied), 8);
      assertArrayEquals(expected.vectors(), LeadingVectors.of(tied, 8).vectors());
    }
  }

  @Test
  void threadsDoNotChangeABit(Random random) throws Exception {
    double[][] a = falling(random, 600, 1.2);
    double[][] expected = LeadingVectors.lanczos(a, 12).vectors();
    for (int threads : new int[] {1, 2, 5}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      double[][] found = pool.submit(() -> LeadingVectors.lanczos(a, 12)).get().vectors();
      pool.shutdown();
      assertArrayEquals(expected, found);
    }
  }

  private static void assertSame(LeadingVectors expected, LeadingVectors actual) {
    for (int v = 0; v < expected.values().length; v++) {
      assertEquals(expected.values()[v], actual.values()[v], 1e-9 * expected.values()[0]);
      double[] e = expected.vectors()[v];
      double[] f = actual.vectors()[v];
      double dot = 0;
      for (int i = 0; i < e.length; i++) {
        dot += e[i] * f[i];
      }
      for (int i = 0; i < e.length; i++) {
        assertEquals(e[i], Math.copySign(1, dot) * f[i], 2e-9);
      }
    }
  }

  /** Products of rows whose columns get smaller, as pictures' features have them. */
  private static double[][] falling(Random random, int n, double fall) {
    Matrix x = SignalDraw.normal(random, n, n + 20);
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] *= (float) Math.pow(1 + i % x.cols(), -fall);
    }
    return doubles(Kernels.dots(x));
  }

  private static double[][] doubles(Matrix x) {
    double[][] a = new double[x.rows()][x.cols()];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < x.cols(); j++) {
        a[i][j] = x.get(i, j);
      }
    }
    return a;
  }

  private static double[][] copy(double[][] a) {
    double[][] out = a.clone();
    for (int i = 0; i < a.length; i++) {
      out[i] = a[i].clone();
    }
    return out;
  }
}
