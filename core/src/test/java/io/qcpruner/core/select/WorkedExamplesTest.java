package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.utility.Utility;
import org.junit.jupiter.api.Test;

/** Every row of the table in section 9 of the baseline specification; K = 3, N = 6. */
class WorkedExamplesTest {

  private static final float TOLERANCE = 1e-5f;

  @Test
  void cosinesOfStates() {
    float[] s0 = {1, .420084f, -.980196f, .370479f, -.420084f, .740959f};
    float[] s5 = {.740959f, .125988f, -.629941f, .666667f, -.125988f, 1};
    assertArrayEquals(s0, Kernels.cosine(SharedExample.H).row(0), TOLERANCE);
    assertArrayEquals(s5, Kernels.cosine(SharedExample.H).row(5), TOLERANCE);
  }

  @Test
  void utility() {
    Utility u = SharedExample.utility();
    float[] sim = {.950654f, .522233f, -.808290f, .829228f, .115470f, .872872f};
    float[] fused = {.766957f, .642420f, 0, .902095f, .694614f, .999999f};
    assertArrayEquals(sim, u.cueSim(), TOLERANCE);
    assertArrayEquals(new float[] {1.5f, 1.5f, 0, 2.5f, 2.5f, 3}, u.cueAlign(), TOLERANCE);
    assertArrayEquals(fused, u.utility(), TOLERANCE);
  }

  @Test
  void topK() {
    check(new TopKSelector(), 0, new int[] {5, 3, 0}, .999999f, .902095f, .766957f);
  }

  @Test
  void mmr() {
    check(new MmrSelector(), 0, new int[] {5, 4, 1}, .5f, .347307f, .258216f);
    check(new MmrSelector(), .4f, new int[] {5, 4, 1}, .5f, .408384f, .329732f);
  }

  @Test
  void visualOnlyCoverage() {
    Selection s =
        check(
            new CoverageSelector(EdgeWeight.VISUAL_ONLY),
            0,
            new int[] {3, 0, 2},
            2.667087f,
            1.123897f,
            1f);
    assertEquals(4.790983, s.objective(), TOLERANCE);
  }

  @Test
  void dpp() {
    check(new DppSelector(), 0, new int[] {5, 4, 0}, 1f, .474831f, .201470f);
    check(new DppSelector(), .4f, new int[] {5, 4, 0}, 1f, .656522f, .253419f);
  }

  @Test
  void dppOutOfRankFillsByQuality() {
    Selection s = new DppSelector().select(SharedExample.input(0), 4);
    assertArrayEquals(new int[] {5, 4, 0, 3}, s.order());
    assertEquals(1, s.notes().size());
  }

  @Test
  void mmtokStyle() {
    Selection llava =
        check(
            new AdditiveCoverageSelector(AdditiveCoverage.LLAVA),
            0,
            new int[] {0, 5, 2},
            .616093f,
            .428451f,
            .082469f);
    assertEquals(1.127013, llava.objective(), TOLERANCE);
    Selection qwen =
        check(
            new AdditiveCoverageSelector(AdditiveCoverage.QWEN),
            0,
            new int[] {0, 5, 2},
            .586955f,
            .535771f,
            .082469f);
    assertEquals(1.205195, qwen.objective(), TOLERANCE);
  }

  @Test
  void mmtokStyleWithUtilityRow() {
    check(
        new AdditiveCoverageSelector(AdditiveCoverage.LLAVA, true),
        0,
        new int[] {5, 2, 1},
        1.078103f,
        .082469f,
        .076946f);
  }

  @Test
  void qcpruner() {
    CoverageSelector qcpruner = new CoverageSelector(EdgeWeight.BILATERAL);
    Selection none = check(qcpruner, 0, new int[] {5, 3, 1}, 2.250614f, .607105f, .331766f);
    assertEquals(3.189485, none.objective(), TOLERANCE);
    Selection qwen = check(qcpruner, .4f, new int[] {5, 4, 1}, 2.363814f, .776013f, .517977f);
    assertEquals(3.657804, qwen.objective(), TOLERANCE);
    Selection video = check(qcpruner, .5f, new int[] {5, 4, 1}, 2.392114f, .859147f, .570923f);
    assertEquals(3.822184, video.objective(), TOLERANCE);
  }

  @Test
  void oneSidedCoverage() {
    SelectorInput input = SharedExample.input(0);
    Selection target = new CoverageSelector(EdgeWeight.TARGET).select(input, 3);
    assertArrayEquals(new int[] {3, 0, 1}, target.order());
    assertEquals(3.489995, target.objective(), TOLERANCE);
    Selection representative = new CoverageSelector(EdgeWeight.REPRESENTATIVE).select(input, 3);
    assertArrayEquals(new int[] {5, 4, 1}, representative.order());
    assertEquals(3.976194, representative.objective(), TOLERANCE);
  }

  @Test
  void selfNovelty() {
    float[] a = {1.167762f, 1.121525f, 1, 1.2f, 1, 1.2f};
    assertArrayEquals(
        a, SelfNoveltySelector.amplitudes(Kernels.rowNorms(SharedExample.H)), TOLERANCE);
    check(new SelfNoveltySelector(), 0, new int[] {3, 1, 2}, 3.200504f, 1.121525f, 1f);
  }

  @Test
  void maxMinDiversity() {
    check(new MaxMinSelector(), 0, new int[] {2, 0, 4}, .666667f, 1.980196f, .666667f);
  }

  private static Selection check(Selector selector, float rho, int[] order, float... gains) {
    Selection s = selector.select(SharedExample.input(rho), 3);
    assertArrayEquals(order, s.order(), selector.name());
    assertArrayEquals(gains, s.gains(), TOLERANCE, selector.name());
    return s;
  }
}
