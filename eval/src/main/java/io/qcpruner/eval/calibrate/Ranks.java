package io.qcpruner.eval.calibrate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/** Agreement of two score vectors over the same tokens. */
final class Ranks {

  private Ranks() {}

  /** Spearman correlation: Pearson correlation of ranks, ties share their mean rank. */
  static double spearman(float[] a, float[] b) {
    if (a.length != b.length || a.length < 2) {
      throw new IllegalArgumentException("vectors of " + a.length + " and " + b.length + " tokens");
    }
    double[] ranksA = ranks(a);
    double[] ranksB = ranks(b);
    double mean = (a.length + 1) / 2.0;
    double covariance = 0;
    double varianceA = 0;
    double varianceB = 0;
    for (int i = 0; i < a.length; i++) {
      covariance += (ranksA[i] - mean) * (ranksB[i] - mean);
      varianceA += (ranksA[i] - mean) * (ranksA[i] - mean);
      varianceB += (ranksB[i] - mean) * (ranksB[i] - mean);
    }
    // a constant vector orders nothing
    return varianceA == 0 || varianceB == 0 ? 0 : covariance / Math.sqrt(varianceA * varianceB);
  }

  /** Jaccard overlap of the k highest tokens, ties to the lowest index. */
  static double topJaccard(float[] a, float[] b, int k) {
    BitSet topA = top(a, k);
    BitSet topB = top(b, k);
    BitSet both = (BitSet) topA.clone();
    both.and(topB);
    topA.or(topB);
    return (double) both.cardinality() / topA.cardinality();
  }

  private static BitSet top(float[] values, int k) {
    Integer[] order = order(values);
    BitSet top = new BitSet();
    for (int i = 0; i < Math.min(k, order.length); i++) {
      top.set(order[i]);
    }
    return top;
  }

  private static double[] ranks(float[] values) {
    Integer[] order = order(values);
    double[] ranks = new double[values.length];
    int start = 0;
    while (start < order.length) {
      int end = start + 1;
      while (end < order.length && values[order[end]] == values[order[start]]) {
        end++;
      }
      for (int i = start; i < end; i++) {
        ranks[order[i]] = (start + 1 + end) / 2.0;
      }
      start = end;
    }
    return ranks;
  }

  /** Indices by falling value; the sort is stable, so ties stay in index order. */
  private static Integer[] order(float[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparing((Integer i) -> -values[i]));
    return order;
  }
}
