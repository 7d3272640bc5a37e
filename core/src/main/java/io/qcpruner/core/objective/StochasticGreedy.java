package io.qcpruner.core.objective;

import java.util.Arrays;
import java.util.Random;

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
  public Picks maximize(FacilityLocation objective, int k, double enough) {
    return new Search(objective, k, this).run(enough);
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

    Search(FacilityLocation objective, int k, StochasticGreedy options) {
      int n = objective.candidates();
      this.objective = objective;
      this.random = new Random(options.seed);
      this.sample =
          (int) Math.ceil((double) n / Math.max(1, k) * StrictMath.log(1 / options.epsilon));
      this.cover = new float[objective.targets()];
      this.bounds = new float[n];
      Arrays.fill(bounds, Float.POSITIVE_INFINITY);
      this.open = new int[n];
      Arrays.setAll(open, j -> j);
      this.order = new int[k];
      this.gains = new float[k];
    }

    Picks run(double enough) {
      double reached = 0;
      while (count < order.length && reached < enough) {
        reached += pick();
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
