package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;

/**
 * PruneSID's non-maximum suppression inside one group.
 *
 * @param order all members: first those that survive suppression in pick order, then the others by
 *     descending score
 * @param survivors how many survive
 */
record GroupRanking(int[] order, int survivors) {

  /**
   * @param members the group, ascending
   * @param similarity [N, N] cosine
   * @param threshold a member more similar than this to a picked one is suppressed
   */
  static GroupRanking of(int[] members, float[] score, Matrix similarity, double threshold) {
    int[] ranked =
        Indices.gather(members, Kernels.topK(Indices.gather(score, members), members.length));
    boolean[] suppressed = new boolean[ranked.length];
    int[] keep = new int[ranked.length];
    int[] rest = new int[ranked.length];
    int kept = 0;
    int left = 0;
    for (int i = 0; i < ranked.length; i++) {
      // a token without score is never picked
      if (suppressed[i] || !(score[ranked[i]] > 0)) {
        rest[left++] = ranked[i];
        continue;
      }
      keep[kept++] = ranked[i];
      for (int j = i + 1; j < ranked.length; j++) {
        suppressed[j] |= similarity.get(ranked[i], ranked[j]) > threshold;
      }
    }
    int[] order = new int[ranked.length];
    System.arraycopy(keep, 0, order, 0, kept);
    System.arraycopy(rest, 0, order, kept, left);
    return new GroupRanking(order, kept);
  }

  int size() {
    return order.length;
  }
}
