package io.qcpruner.core.objective;

import java.util.Arrays;

/**
 * Greedy as the paper states it: every gain anew for every pick. K N^2 work; the measure for the
 * faster searches, which must pick the same.
 */
public record DenseGreedy() implements Greedy {

  @Override
  public Picks extend(FacilityLocation objective, int[] chosen, int k, Stop stop) {
    int n = objective.candidates();
    float[] cover = new float[objective.targets()];
    boolean[] picked = new boolean[n];
    for (int j : chosen) {
      picked[j] = true;
      objective.add(j, cover);
    }
    int[] order = new int[k];
    float[] gains = new float[k];
    double reached = 0;
    long evaluations = 0;
    int count = 0;
    boolean enough = false;
    while (count < k && !enough) {
      int best = -1;
      float bestGain = -1;
      for (int j = 0; j < n; j++) {
        if (!picked[j]) {
          float gain = objective.gain(j, cover);
          evaluations++;
          if (gain > bestGain) {
            best = j;
            bestGain = gain;
          }
        }
      }
      picked[best] = true;
      objective.add(best, cover);
      order[count] = best;
      gains[count++] = bestGain;
      reached += bestGain;
      enough = stop.after(best, bestGain, reached);
    }
    return new Picks(
        Arrays.copyOf(order, count),
        Arrays.copyOf(gains, count),
        cover,
        objective.value(cover),
        evaluations);
  }
}
