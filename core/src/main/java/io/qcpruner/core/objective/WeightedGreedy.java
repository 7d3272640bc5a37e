package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.ScoreKey;

/**
 * Greedy picks by coverage gain times a fixed weight of each candidate: the weight ranks candidates
 * but isn't part of what is covered. Gains never grow while the cover rises, rounded or not, so an
 * old product bounds the new one and most are never computed again.
 */
public final class WeightedGreedy {

  private WeightedGreedy() {}

  /**
   * @param weights from 0 up, one for each candidate
   * @return {@code k} candidates in pick order; equal products go to the lowest index
   */
  public static int[] pick(FacilityLocation objective, float[] weights, int k) {
    int n = objective.candidates();
    float[] cover = new float[objective.targets()];
    long[] keys = new long[n];
    for (int j = 0; j < n; j++) {
      keys[j] = ScoreKey.of(objective.gain(j, cover) * weights[j], j);
    }
    KeyHeap heap = new KeyHeap(keys);
    int[] exactAt = new int[n]; // picks made when the product was computed
    int[] order = new int[k];
    for (int picks = 0; picks < k; ) {
      long top = heap.top();
      int candidate = ScoreKey.index(top);
      if (exactAt[candidate] == picks || ScoreKey.score(top) == 0) {
        heap.removeTop();
        objective.add(candidate, cover);
        order[picks++] = candidate;
      } else {
        exactAt[candidate] = picks;
        heap.replaceTop(
            ScoreKey.of(objective.gain(candidate, cover) * weights[candidate], candidate));
      }
    }
    return order;
  }
}
