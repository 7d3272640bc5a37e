package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.linalg.NaiveSums;

/** Facility location by greedy as the paper writes it, with every weight in memory. */
final class NaiveCoverage {

  final Matrix weights;

  NaiveCoverage(Matrix affinity, float[] targets, float[] candidates) {
    weights = Matrix.zeros(affinity.rows(), affinity.cols());
    for (int j = 0; j < affinity.rows(); j++) {
      for (int i = 0; i < affinity.cols(); i++) {
        weights.data()[weights.offset(j) + i] =
            Math.max(0, affinity.get(j, i)) * targets[i] * candidates[j];
      }
    }
  }

  float gain(int j, float[] cover) {
    float total = 0;
    for (int from = 0; from < cover.length; from += FacilityLocation.BLOCK) {
      int start = from;
      int n = Math.min(FacilityLocation.BLOCK, cover.length - from);
      total +=
          0.5f
              * NaiveSums.sum(
                  n, i -> 2 * Math.max(0, weights.get(j, start + i) - cover[start + i]));
    }
    return total;
  }

  void add(int j, float[] cover) {
    for (int i = 0; i < cover.length; i++) {
      cover[i] = Math.max(cover[i], weights.get(j, i));
    }
  }

  int[] greedy(int k) {
    float[] cover = new float[weights.cols()];
    boolean[] picked = new boolean[weights.rows()];
    int[] order = new int[k];
    for (int t = 0; t < k; t++) {
      int best = -1;
      for (int j = 0; j < picked.length; j++) {
        if (!picked[j] && (best < 0 || gain(j, cover) > gain(best, cover))) {
          best = j;
        }
      }
      picked[best] = true;
      order[t] = best;
      add(best, cover);
    }
    return order;
  }

  double value(int... chosen) {
    double sum = 0;
    for (int i = 0; i < weights.cols(); i++) {
      float best = 0;
      for (int j : chosen) {
        best = Math.max(best, weights.get(j, i));
      }
      sum += best;
    }
    return sum;
  }
}
