package io.qcpruner.core.objective;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Greedy that looks at a random sample of candidates for each pick. Mirzasoleiman et al., "Lazier
 * Than Lazy Greedy" (AAAI 2015): on average within 1 - 1/e - epsilon of the optimum, and never more
 * than N ln(1/epsilon) evaluations, however the affinities look. Old gains of a sampled candidate
 * still serve as bounds.
 *
 * @param epsilon what may be lost on average, in (0, 1)
 * @param seed same seed, same picks
 */
public record StochasticGreedy(double epsilon, long seed) implements Greedy {

  public StochasticGreedy {
    if (!(epsilon > 0 && epsilon < 1)) {
      throw new IllegalArgumentException("epsilon must be between 0 and 1, not " + epsilon);
    }
  }

  @Override
  public Picks extend(FacilityLocation objective, int[] chosen, int k, Stop stop) {
    return new Search(objective, chosen, k, this).run(stop);
  }

  /** One search; arrays are allocated before the first pick. */
  private static final class Search {
    private final FacilityLocation objective;
    private final Random random;
    private final int sample;
    private final float[] cover;
    private final float[] bounds;

    /** Unpicked candidates, in changing order. */
    private final int[] open;

    private final int[] order;
    private final float[] gains;
    private int count;
    private long evaluations;

    Search(FacilityLocation objective, int[] chosen, int k, StochasticGreedy options) {
      int n = objective.candidates();
      this.objective = objective;
      this.random = new Random(options.seed);
      this.sample =
          (int)
              Math.ceil(
                  (double) (n - chosen.length)
                      / Math.max(1, k)
                      * StrictMath.log(1 / options.epsilon));
      this.cover = new float[objective.targets()];
      this.bounds = new float[n];
      Arrays.fill(bounds, Float.POSITIVE_INFINITY);
      this.open =
          IntStream.range(0, n).filter(j -> Arrays.stream(chosen).noneMatch(c -> c == j)).toArray();
      for (int j : chosen) {
        objective.add(j, cover);
      }
      this.order = new int[k];
      this.gains = new float[k];
    }

    Picks run(Stop stop) {
      double reached = 0;
      boolean enough = false;
      while (count < order.length && !enough) {
        reached += pick();
        enough = stop.after(order[count - 1], gains[count - 1], reached);
      }
      return new Picks(
          Arrays.copyOf(order, count),
          Arrays.copyOf(gains, count),
          cover,
          objective.value(cover),
          evaluations);
    }

    private float pick() {
      int left = open.length - count;
      int bestAt = -1;
      float bestGain = -1;
      for (int s = 0; s < Math.min(sample, left); s++) {
        swap(s, s + random.nextInt(left - s)); // the sample gathers at the front
        int j = open[s];
        if (bounds[j] >= bestGain) {
          bounds[j] = objective.gain(j, cover);
          evaluations++;
          if (bounds[j] > bestGain || (bounds[j] == bestGain && j < open[bestAt])) {
            bestAt = s;
            bestGain = bounds[j];
          }
        }
      }
      order[count] = open[bestAt];
      gains[count++] = bestGain;
      objective.add(open[bestAt], cover);
      swap(bestAt, left - 1);
      return bestGain;
    }

    private void swap(int a, int b) {
      int j = open[a];
      open[a] = open[b];
      open[b] = j;
    }
  }
}
