package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Searches that go on after chosen candidates, stop early, and count their work. */
@ExtendWith(Seeded.class)
class ExtendTest {

  /** Samples everything, in a random order. */
  private static final Greedy EVERYTHING = new StochasticGreedy(1e-300, 5);

  private static final Greedy.Stop NEVER = (candidate, gain, reached) -> false;

  @Test
  void picksBehindChosenOnesAreTheNaiveOnes(Random random) {
    for (int n : new int[] {2, 9, 40, 401}) {
      Matrix cosine = Inputs.clusteredCosine(random, n);
      float[] u = Inputs.utility(random, n);
      int[] chosen = random.ints(0, n).distinct().limit(Math.max(1, n / 8)).toArray();
      int k = Math.min(12, n - chosen.length);
      FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
      int[] expected = naive(new NaiveCoverage(cosine, u, u), n, chosen, k);
      for (Greedy greedy : new Greedy[] {new LazyGreedy(), new DenseGreedy(), EVERYTHING}) {
        Picks picks = greedy.extend(f, chosen, k, NEVER);
        assertArrayEquals(expected, picks.order(), greedy + " of " + n);
      }
    }
  }

  private static int[] naive(NaiveCoverage coverage, int n, int[] chosen, int k) {
    float[] cover = new float[n];
    Set<Integer> open = new HashSet<>(IntStream.range(0, n).boxed().toList());
    for (int j : chosen) {
      coverage.add(j, cover);
      open.remove(j);
    }
    int[] order = new int[k];
    for (int t = 0; t < k; t++) {
      int best = -1;
      for (int j = 0; j < n; j++) {
        boolean better = best < 0 || coverage.gain(j, cover) > coverage.gain(best, cover);
        best = open.contains(j) && better ? j : best;
      }
      order[t] = best;
      open.remove(best);
      coverage.add(best, cover);
    }
    return order;
  }

  @Test
  void everySearchStopsAtTheSamePick(Random random) {
    Matrix cosine = Inputs.gaussianCosine(random, 60);
    float[] u = Inputs.utility(random, 60);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    double enough = 0.8 * f.fullValue();
    Greedy.Stop stop = (candidate, gain, reached) -> reached >= enough;
    Picks lazy = new LazyGreedy().extend(f, new int[0], 60, stop);
    assertTrue(lazy.objective() >= enough * (1 - 1e-6), "reached " + lazy.objective());
    assertTrue(lazy.order().length < 60);
    assertArrayEquals(lazy.order(), new DenseGreedy().extend(f, new int[0], 60, stop).order());
    assertArrayEquals(lazy.order(), EVERYTHING.extend(f, new int[0], 60, stop).order());
  }

  /** Sums of quarters are exact, so there are many ties; the lowest index wins. */
  @Test
  void aSampleOfEverythingBreaksTiesByIndex(Random random) {
    for (int n : new int[] {7, 40, 90}) {
      float[] u = Inputs.coarseUtility(random, n);
      FacilityLocation f = new FacilityLocation(new DenseRows(Inputs.coarse(random, n)), u, u);
      Picks lazy = new LazyGreedy().maximize(f, n / 2);
      Picks sampled = EVERYTHING.maximize(f, n / 2);
      assertArrayEquals(lazy.order(), sampled.order());
      assertArrayEquals(lazy.gains(), sampled.gains());
    }
  }

  @Test
  void aSampleIsDrawnByTheSeed(Random random) {
    float[] u = Inputs.utility(random, 200);
    FacilityLocation f =
        new FacilityLocation(new DenseRows(Inputs.gaussianCosine(random, 200)), u, u);
    Set<String> orders = new HashSet<>();
    for (int seed = 0; seed < 5; seed++) {
      Picks picks = new StochasticGreedy(0.5, seed).maximize(f, 20);
      orders.add(Arrays.toString(picks.order()));
      assertTrue(picks.evaluations() >= 20, "evaluations " + picks.evaluations());
    }
    assertTrue(orders.size() > 1, orders.toString());
  }

  /** One token is like all others: the guess is right, and every row is read once. */
  @Test
  void twoPicksReadEveryRowOnceWhereTheFirstIsPlain() {
    int n = 200;
    Matrix affinity = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      affinity.data()[affinity.offset(i) + i] = 1f;
      affinity.data()[affinity.offset(i) + 120] = 0.9f;
      affinity.data()[affinity.offset(120) + i] = 0.9f;
    }
    affinity.data()[affinity.offset(120) + 120] = 1f;
    float[] ones = new float[n];
    Arrays.fill(ones, 1f);
    FacilityLocation f = new FacilityLocation(new DenseRows(affinity), ones, ones);
    Picks two = new LazyGreedy().maximize(f, 2);
    assertArrayEquals(new int[] {120, 0}, two.order());
    assertEquals(n, two.evaluations());
    assertEquals(n, new LazyGreedy().maximize(f, 1).evaluations());
    assertEquals(n, new LazyGreedy().extend(f, new int[] {120}, 1, NEVER).evaluations());
    double more = new LazyGreedy().extend(f, new int[] {3}, 3, NEVER).evaluations();
    assertTrue(more > n, "the first pick outdates the bounds of the others: " + more);
  }

  @Test
  void aRowThatIsNotFiniteIsNamedBehindChosenOnes(Random random) {
    Matrix cosine = Inputs.gaussianCosine(random, 40);
    cosine.data()[cosine.offset(13) + 7] = Float.NaN;
    float[] ones = new float[40];
    Arrays.fill(ones, 1f);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), ones, ones);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new LazyGreedy().extend(f, new int[] {2}, 3, NEVER))
            .getMessage();
    assertTrue(message.contains("row 13"), message);
  }
}
