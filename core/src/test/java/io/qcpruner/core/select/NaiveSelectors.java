package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The selectors without running state: each step looks at the whole picked set again. */
final class NaiveSelectors {

  /** The score of a candidate given what was picked so far. */
  interface Score {
    double of(int candidate, int[] picked);
  }

  private NaiveSelectors() {}

  static int[] pick(int n, int k, Score score) {
    int[] picked = {};
    for (int t = 0; t < k; t++) {
      int best = -1;
      double bestScore = 0;
      for (int i = 0; i < n; i++) {
        if (!contains(picked, i)) {
          double s = score.of(i, picked);
          if (best < 0 || s > bestScore) {
            best = i;
            bestScore = s;
          }
        }
      }
      picked = Arrays.copyOf(picked, t + 1);
      picked[t] = best;
    }
    return picked;
  }

  static int[] mmr(Matrix cosine, float[] q, int k) {
    return pick(q.length, k, (i, picked) -> 0.5f * q[i] - 0.5f * nearest(cosine, i, picked, 0f));
  }

  static int[] maxMin(Matrix cosine, int k) {
    int n = cosine.rows();
    return pick(
        n,
        k,
        (i, picked) -> {
          int[] others = picked.length > 0 ? picked : without(n, i);
          return 1 - nearest(cosine, i, others, Float.NEGATIVE_INFINITY);
        });
  }

  /** Residual variance as a ratio of determinants. */
  static int[] dpp(Matrix cosine, float[] q, int k) {
    return pick(
        q.length,
        k,
        (i, picked) -> {
          int[] with = Arrays.copyOf(picked, picked.length + 1);
          with[picked.length] = i;
          return determinant(kernel(cosine, q, with)) / determinant(kernel(cosine, q, picked));
        });
  }

  private static float nearest(Matrix cosine, int i, int[] picked, float atLeast) {
    float nearest = atLeast;
    for (int j : picked) {
      nearest = Math.max(nearest, cosine.get(j, i));
    }
    return nearest;
  }

  private static double[][] kernel(Matrix cosine, float[] q, int[] rows) {
    double[][] l = new double[rows.length][rows.length];
    for (int a = 0; a < rows.length; a++) {
      for (int b = 0; b < rows.length; b++) {
        l[a][b] = (double) q[rows[a]] * cosine.get(rows[a], rows[b]) * q[rows[b]];
      }
    }
    return l;
  }

  private static double determinant(double[][] m) {
    double det = 1;
    for (int p = 0; p < m.length; p++) {
      det *= m[p][p];
      for (int r = p + 1; r < m.length; r++) {
        double f = m[r][p] / m[p][p];
        for (int c = p; c < m.length; c++) {
          m[r][c] -= f * m[p][c];
        }
      }
    }
    return det;
  }

  private static int[] without(int n, int i) {
    return IntStream.range(0, n).filter(j -> j != i).toArray();
  }

  private static boolean contains(int[] values, int value) {
    return Arrays.stream(values).anyMatch(v -> v == value);
  }
}
