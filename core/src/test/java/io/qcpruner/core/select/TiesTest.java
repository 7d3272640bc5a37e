package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.DenseGreedy;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.objective.LazyGreedy;
import io.qcpruner.core.objective.StochasticGreedy;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What coverage keeps once no token adds to it. */
@ExtendWith(Seeded.class)
class TiesTest {

  /** Most tokens have no utility, so few picks cover all that counts. */
  private static SelectorInput sparse(Random random, int n, int useful) {
    Matrix features = Matrix.zeros(n, 12);
    for (int i = 0; i < features.data().length; i++) {
      features.data()[i] = (float) random.nextGaussian();
    }
    float[] utility = new float[n];
    for (int t = 0; t < useful; t++) {
      utility[random.nextInt(n)] = random.nextFloat();
    }
    return SelectorInput.ofFeatures(features).withUtility(utility);
  }

  private static Selection select(SelectorInput input, int k, Greedy greedy, Ties ties) {
    return new CoverageSelector(EdgeWeight.BILATERAL, greedy, false, ties).select(input, k);
  }

  /**
   * Both phases the slow and obvious way: every gain anew for every pick. Sums are those of the
   * objective, because two tokens that cover each other tie in exact arithmetic.
   */
  private static int[] naive(SelectorInput input, int k) {
    FacilityLocation weighted = new CoverageSelector(EdgeWeight.BILATERAL).objective(input);
    FacilityLocation visual = new CoverageSelector(EdgeWeight.VISUAL_ONLY).objective(input);
    boolean[] picked = new boolean[input.tokens()];
    int[] order = new int[k];
    for (int t = 0; t < k; t++) {
      int best = best(weighted, picked, order, t);
      boolean gains = weighted.gain(best, cover(weighted, order, t)) > 0;
      order[t] = gains ? best : best(visual, picked, order, t);
      picked[order[t]] = true;
    }
    return order;
  }

  /** The first unpicked token of the largest gain. */
  private static int best(FacilityLocation objective, boolean[] picked, int[] order, int count) {
    float[] cover = cover(objective, order, count);
    int best = -1;
    for (int j = 0; j < picked.length; j++) {
      boolean larger = best < 0 || objective.gain(j, cover) > objective.gain(best, cover);
      best = !picked[j] && larger ? j : best;
    }
    return best;
  }

  private static float[] cover(FacilityLocation objective, int[] order, int count) {
    float[] cover = new float[objective.targets()];
    for (int t = 0; t < count; t++) {
      objective.add(order[t], cover);
    }
    return cover;
  }

  @Test
  void goesOnWithVisualCoverageFromThePresentCover(Random random) {
    for (int n : new int[] {5, 17, 40}) {
      SelectorInput input = sparse(random, n, 3);
      for (int k : new int[] {1, n / 2, n - 1}) {
        int[] expected = naive(input, k);
        for (Greedy greedy : List.of(new LazyGreedy(), new DenseGreedy())) {
          Selection selection = select(input, k, greedy, Ties.VISUAL);
          assertArrayEquals(expected, selection.order(), greedy + " N = " + n + ", K = " + k);
          assertEquals(k, selection.gains().length);
        }
      }
    }
  }

  @Test
  void theObjectiveIsTheSameAndSoAreThePicksThatCount(Random random) {
    SelectorInput input = sparse(random, 60, 4);
    Selection visual = select(input, 30, new LazyGreedy(), Ties.VISUAL);
    Selection lowest = select(input, 30, new LazyGreedy(), Ties.LOWEST);
    assertEquals(lowest.objective(), visual.objective());
    assertArrayEquals(lowest.gains(), visual.gains());
    int useful = 0;
    while (lowest.gains()[useful] > 0) {
      assertEquals(lowest.order()[useful], visual.order()[useful]);
      useful++;
    }
    assertTrue(useful < 8, "most of the picks gain nothing");
    int[] rest = Arrays.copyOfRange(lowest.order(), useful, 30);
    int[] sorted = rest.clone();
    Arrays.sort(sorted);
    assertArrayEquals(sorted, rest, "the lowest index first");
    assertTrue(!Arrays.equals(lowest.order(), visual.order()));
  }

  @Test
  void withoutAnyUtilityItIsVisualCoverage(Random random) {
    SelectorInput input = sparse(random, 50, 0);
    Selection visual = new CoverageSelector(EdgeWeight.VISUAL_ONLY).select(input, 20);
    Selection selection = select(input, 20, new LazyGreedy(), Ties.VISUAL);
    assertArrayEquals(visual.order(), selection.order());
    assertEquals(0, selection.objective());
  }

  @Test
  void samplesAndTilesGoOnToo(Random random) {
    SelectorInput input = sparse(random, 80, 5);
    Selection sampled = select(input, 40, new StochasticGreedy(0.1, 7), Ties.VISUAL);
    assertEquals(40, Arrays.stream(sampled.order()).distinct().count());
    Selection tiled =
        new CoverageSelector(EdgeWeight.BILATERAL, new LazyGreedy(), true, Ties.VISUAL)
            .select(input, 40);
    assertArrayEquals(select(input, 40, new LazyGreedy(), Ties.VISUAL).order(), tiled.order());
  }

  @Test
  void aRuleStopsAtTheFirstSetThatMeetsIt(Random random) {
    SelectorInput input = sparse(random, 60, 4);
    CoverageSelector selector = new CoverageSelector(EdgeWeight.BILATERAL);
    CoverageSelector visual = new CoverageSelector(EdgeWeight.VISUAL_ONLY);
    int plain = selector.selectShare(input, new ShareRule(0.95)).size();
    assertEquals(plain + 5, selector.selectShare(input, new ShareRule(0.95, 0, plain + 5)).size());
    double full = visual.objective(input).fullValue();
    for (double share : new double[] {0.3, 0.6, 0.9}) {
      Selection kept = selector.selectShare(input, new ShareRule(0.95, share, 1));
      assertTrue(coverage(visual, input, kept.order()) >= share * full * (1 - 1e-6));
      if (kept.size() > plain) {
        int[] fewer = Arrays.copyOf(kept.order(), kept.size() - 1);
        assertTrue(coverage(visual, input, fewer) < share * full * (1 + 1e-6), "one is too many");
      }
      assertArrayEquals(
          select(input, kept.size(), new LazyGreedy(), Ties.VISUAL).order(), kept.order());
    }
  }

  private static double coverage(CoverageSelector selector, SelectorInput input, int[] chosen) {
    FacilityLocation objective = selector.objective(input);
    return objective.value(cover(objective, chosen, chosen.length));
  }

  @Test
  void aRuleKeepsSomethingWhereNothingHasUtility(Random random) {
    SelectorInput input = sparse(random, 30, 0);
    CoverageSelector selector = new CoverageSelector(EdgeWeight.BILATERAL);
    assertEquals(1, selector.selectShare(input, new ShareRule(0.95)).size());
    assertEquals(12, selector.selectShare(input, new ShareRule(0.95, 0, 12)).size());
  }
}
