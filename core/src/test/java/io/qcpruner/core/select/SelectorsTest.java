package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.LazyGreedy;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Naive twins of the selectors, and what holds for some of them only. */
@ExtendWith(Seeded.class)
class SelectorsTest {

  @Test
  void inputsOfWrongShapeAreRefused(Random random) {
    SelectorInput input = input(random, 6, 3);
    assertThrows(IllegalArgumentException.class, () -> input.withUtility(new float[5]));
    assertThrows(IllegalArgumentException.class, () -> input.withRho(1.5f));
  }

  @Test
  void naiveTwins(Random random) {
    for (int n : new int[] {5, 23, 60}) {
      SelectorInput input = input(random, n, 70);
      int k = n / 2;
      assertArrayEquals(
          NaiveSelectors.mmr(input.cosine(), input.quality(), k),
          new MmrSelector().select(input, k).order());
      assertArrayEquals(
          NaiveSelectors.maxMin(input.cosine(), k), new MaxMinSelector().select(input, k).order());
      assertArrayEquals(
          NaiveSelectors.dpp(input.cosine(), input.quality(), k),
          new DppSelector().select(input, k).order());
    }
  }

  @Test
  void visualOnlyIsTheFloorOfOne(Random random) {
    SelectorInput input = input(random, 50, 6);
    Selection visual = new CoverageSelector(EdgeWeight.VISUAL_ONLY).select(input, 12);
    Selection floored = new CoverageSelector(EdgeWeight.BILATERAL).select(input.withRho(1), 12);
    assertArrayEquals(visual.order(), floored.order());
    assertArrayEquals(visual.gains(), floored.gains());
  }

  @Test
  void tiledPicksAreTheDensePicks(Random random) {
    SelectorInput features = SelectorInput.ofFeatures(gaussian(random, 130, 20));
    SelectorInput input = features.withUtility(uniform(random, 130)).withRho(0.3f);
    for (EdgeWeight edges : EdgeWeight.values()) {
      Selection dense = new CoverageSelector(edges).select(input, 25);
      Selection tiled =
          new CoverageSelector(edges, new LazyGreedy(), true, Ties.VISUAL).select(input, 25);
      assertArrayEquals(dense.order(), tiled.order());
      assertArrayEquals(dense.gains(), tiled.gains());
    }
  }

  @Test
  void shareIsReachedWithTheFewestPicks(Random random) {
    CoverageSelector selector = new CoverageSelector(EdgeWeight.BILATERAL);
    SelectorInput input = input(random, 80, 8);
    double full = selector.objective(input).fullValue();
    Selection auto = selector.selectShare(input, new ShareRule(0.9));
    assertTrue(auto.objective() >= 0.9 * full - 1e-4);
    Selection fewer = selector.select(input, auto.size() - 1);
    assertTrue(fewer.objective() < 0.9 * full + 1e-4);
    assertArrayEquals(fewer.order(), Arrays.copyOf(auto.order(), auto.size() - 1));
    assertThrows(
        IllegalArgumentException.class, () -> selector.selectShare(input, new ShareRule(0)));
  }

  @Test
  void groupsDoNotDependOnEachOther(Random random) {
    List<SelectorInput> groups = new ArrayList<>();
    for (int g = 0; g < 16; g++) {
      groups.add(input(random, 20 + g, 6));
    }
    Selector selector = new CoverageSelector(EdgeWeight.BILATERAL);
    List<Selection> together = new GroupedSelector(selector).select(groups, 7);
    for (int g = 0; g < groups.size(); g++) {
      assertArrayEquals(selector.select(groups.get(g), 7).order(), together.get(g).order());
    }
  }

  @Test
  void bugsThatTheSpecificationNames() {
    SelectorInput input = SharedExample.input(0.4f);
    Matrix clipped = SharedExample.input(0).cosine().rows(0, 6);
    for (int i = 0; i < clipped.data().length; i++) {
      clipped.data()[i] = Math.max(0, clipped.data()[i]);
    }
    SelectorInput wrong = SelectorInput.ofCosine(clipped).withUtility(input.utility());
    assertArrayEquals(new int[] {5, 4, 1}, new DppSelector().select(wrong, 3).order());
    assertArrayEquals(new int[] {5, 4, 1}, new MmrSelector().select(input, 3).order());
  }

  private static SelectorInput input(Random random, int n, int width) {
    Matrix x = gaussian(random, n, width);
    Matrix anchors = gaussian(random, 3, width);
    return new SelectorInput(
        n, uniform(random, n), Kernels.cosine(x), x, Kernels.cosine(anchors, x), 0.2f);
  }

  private static Matrix gaussian(Random random, int rows, int cols) {
    Matrix m = Matrix.zeros(rows, cols);
    for (int i = 0; i < m.data().length; i++) {
      m.data()[i] = (float) random.nextGaussian();
    }
    return m;
  }

  private static float[] uniform(Random random, int n) {
    float[] u = new float[n];
    for (int i = 0; i < n; i++) {
      u[i] = random.nextFloat();
    }
    return u;
  }
}
