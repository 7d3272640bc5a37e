package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.KernelSupport;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lazy, dense and naive greedy pick the same, ties included. */
@ExtendWith(Seeded.class)
class GreedyTest {

  @Test
  void oddSizesAndBudgets(Random random) {
    for (int n : new int[] {1, 2, 3, 17, 33, 64, 150}) {
      for (int k : new int[] {1, n / 3, n - 1, n}) {
        if (k >= 1) {
          agree(Inputs.gaussianCosine(random, n), Inputs.utility(random, n), k);
        }
      }
    }
  }

  @Test
  void moreTargetsThanOneBlock(Random random) {
    agree(Inputs.gaussianCosine(random, 401), Inputs.utility(random, 401), 30);
    agree(Inputs.clusteredCosine(random, 500), Inputs.utility(random, 500), 60);
  }

  @Test
  void manyTies(Random random) {
    for (int n : new int[] {20, 60, 200}) {
      agree(Inputs.coarse(random, n), Inputs.coarseUtility(random, n), n / 2);
    }
  }

  @Test
  void duplicatesAndZeroRows(Random random) {
    Matrix x = Inputs.gaussian(random, 90, 7);
    for (int i = 30; i < 60; i++) {
      System.arraycopy(x.data(), x.offset(i - 30), x.data(), x.offset(i), 7);
    }
    Arrays.fill(x.data(), x.offset(80), x.offset(85), 0f);
    agree(Kernels.cosine(x), Inputs.utility(random, 90), 70);
  }

  @Test
  void equalTokensAreTakenInOrder() {
    Matrix ones = Matrix.zeros(50, 50);
    Arrays.fill(ones.data(), 1f);
    Picks picks = new LazyGreedy().maximize(plain(ones), 10);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, picks.order());
    assertEquals(50, picks.objective());
  }

  @Test
  void orthogonalTokensAreTakenInOrder() {
    Matrix identity = Matrix.zeros(50, 50);
    for (int i = 0; i < 50; i++) {
      identity.data()[i * 51] = 1f;
    }
    Picks picks = new LazyGreedy().maximize(plain(identity), 4);
    assertArrayEquals(new int[] {0, 1, 2, 3}, picks.order());
    assertArrayEquals(new float[] {1, 1, 1, 1}, picks.gains());
  }

  @Test
  void nothingToCoverStillKeepsExactlyK() {
    Picks picks = new LazyGreedy().maximize(plain(Matrix.zeros(9, 9)), 4);
    assertArrayEquals(new int[] {0, 1, 2, 3}, picks.order());
  }

  @Test
  void candidatesNeedNotBeTargets(Random random) {
    Matrix affinity = Inputs.gaussian(random, 40, 300);
    float[] targets = Inputs.utility(random, 300);
    float[] candidates = Inputs.utility(random, 40);
    int[] expected = new NaiveCoverage(affinity, targets, candidates).greedy(12);
    FacilityLocation f = new FacilityLocation(new DenseRows(affinity), targets, candidates);
    assertArrayEquals(expected, new LazyGreedy().maximize(f, 12).order());
  }

  @Test
  void allKernelsPickTheSame(Random random) {
    Matrix cosine = Inputs.clusteredCosine(random, 450);
    float[] u = Inputs.utility(random, 450);
    Picks expected = null;
    for (KernelSupport kernels : Kernels.supports()) {
      FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u, kernels);
      Picks picks = new LazyGreedy().maximize(f, 40);
      expected = expected == null ? picks : expected;
      assertArrayEquals(expected.order(), picks.order(), kernels.name());
      assertArrayEquals(expected.gains(), picks.gains(), kernels.name());
      assertEquals(expected.objective(), picks.objective(), kernels.name());
    }
  }

  @Test
  void lazyReadsLessThanDense(Random random) {
    FacilityLocation f = plain(Inputs.clusteredCosine(random, 600));
    double lazy = new LazyGreedy().maximize(f, 50).evaluations();
    double dense = new DenseGreedy().maximize(f, 50).evaluations();
    assertTrue(lazy < dense / 4, lazy + " against " + dense);
  }

  @Test
  void tiledRowsGiveTheDensePicks(Random random) {
    for (int n : new int[] {1, 5, 16, 33, 210}) {
      Matrix x = Inputs.gaussian(random, n, 19);
      float[] u = Inputs.utility(random, n);
      FacilityLocation dense = new FacilityLocation(new DenseRows(Kernels.cosine(x)), u, u);
      FacilityLocation tiled = new FacilityLocation(new TiledRows(x), u, u);
      int k = (n + 1) / 2;
      Picks expected = new LazyGreedy().maximize(dense, k);
      Picks actual = new LazyGreedy().maximize(tiled, k);
      assertArrayEquals(expected.order(), actual.order());
      assertArrayEquals(expected.gains(), actual.gains());
      assertArrayEquals(expected.cover(), actual.cover());
    }
  }

  @Test
  void nonFiniteAffinityIsRefusedWithItsRow(Random random) {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      Matrix cosine = Inputs.gaussianCosine(random, 40);
      cosine.data()[cosine.offset(13) + 7] = bad;
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> new LazyGreedy().maximize(plain(cosine), 3))
              .getMessage();
      assertTrue(message.contains("row 13"), message);
    }
  }

  private static FacilityLocation plain(Matrix affinity) {
    float[] ones = new float[affinity.rows()];
    Arrays.fill(ones, 1f);
    return new FacilityLocation(new DenseRows(affinity), ones, ones);
  }

  private static void agree(Matrix cosine, float[] u, int k) {
    NaiveCoverage naive = new NaiveCoverage(cosine, u, u);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    int[] expected = naive.greedy(k);
    Picks dense = new DenseGreedy().maximize(f, k);
    Picks lazy = new LazyGreedy().maximize(f, k);
    assertArrayEquals(expected, dense.order());
    assertArrayEquals(expected, lazy.order());
    assertArrayEquals(dense.gains(), lazy.gains());
    assertArrayEquals(dense.cover(), lazy.cover());
    assertEquals(naive.value(expected), lazy.objective(), 1e-9);
  }
}
