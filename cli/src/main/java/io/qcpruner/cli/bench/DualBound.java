package io.qcpruner.cli.bench;

import io.qcpruner.core.objective.FacilityLocation;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A Lagrangian bound of the coverage objective, to see what a tighter certificate would cost. For
 * any price v_i of a target, F(best) is at most the sum of all prices and of the k largest sums
 * over targets of max(0, w_ij - v_i); the certificate of the library is the bound at v = the chosen
 * set's cover. Subgradient steps lower it, each with a pass over the affinities.
 */
record DualBound(FacilityLocation objective, int k) {

  /** The smallest bound of some passes from the cover of the chosen set. */
  double of(int[] chosen, int passes) {
    float[] prices = new float[objective.targets()];
    for (int j : chosen) {
      objective.add(j, prices);
    }
    double reached = objective.value(prices);
    double best = objective.fullValue();
    for (int pass = 0; pass < passes; pass++) {
      int[] top = top(prices);
      double bound = objective.value(prices);
      for (int j : top) {
        bound += objective.gain(j, prices);
      }
      best = Math.min(best, bound);
      step(prices, top, bound - reached);
    }
    return best;
  }

  private int[] top(float[] prices) {
    double[] gains =
        IntStream.range(0, objective.candidates())
            .mapToDouble(j -> objective.gain(j, prices))
            .toArray();
    return IntStream.range(0, gains.length)
        .boxed()
        .sorted((a, b) -> Double.compare(gains[b], gains[a]))
        .limit(k)
        .mapToInt(j -> j)
        .toArray();
  }

  /**
   * Raises the price of targets that several of the candidates raise, lowers that of the others.
   */
  private void step(float[] prices, int[] top, double gap) {
    int[] raised = new int[prices.length];
    Arrays.fill(raised, -1);
    float[] one = new float[prices.length];
    for (int j : top) {
      System.arraycopy(prices, 0, one, 0, prices.length);
      objective.add(j, one);
      for (int i = 0; i < one.length; i++) {
        raised[i] += one[i] > prices[i] ? 1 : 0;
      }
    }
    double norm = Arrays.stream(raised).mapToDouble(r -> (double) r * r).sum();
    double length = norm > 0 ? gap / norm / 2 : 0;
    for (int i = 0; i < prices.length; i++) {
      prices[i] = (float) Math.max(0, prices[i] + length * raised[i]);
    }
  }
}
