package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/** Brings vectors back from the basis that a reduction's reflections made. */
final class Reflections {

  /** Vectors that pass side by side: each one's sum alone waits for its own last addition. */
  private static final int TOGETHER = 4;

  private Reflections() {}

  /** Applies all reflections to each vector, the last one first. */
  static void undo(double[][] reflectors, double[][] vectors) {
    int groups = (vectors.length + TOGETHER - 1) / TOGETHER;
    IntStream.range(0, groups)
        .parallel()
        .forEach(
            g -> {
              int from = g * TOGETHER;
              int to = Math.min(from + TOGETHER, vectors.length);
              for (int k = reflectors.length - 3; k >= 0; k--) {
                if (reflectors[k] != null && to - from == TOGETHER) {
                  four(reflectors[k], k + 1, vectors, from);
                } else if (reflectors[k] != null) {
                  for (int i = from; i < to; i++) {
                    one(reflectors[k], k + 1, vectors[i]);
                  }
                }
              }
            });
  }

  private static void one(double[] v, int first, double[] x) {
    double dot = 0;
    for (int i = first; i < x.length; i++) {
      dot += v[i] * x[i];
    }
    subtract(x, 2 * dot, v, first);
  }

  private static void four(double[] v, int first, double[][] x, int at) {
    double[] x0 = x[at];
    double[] x1 = x[at + 1];
    double[] x2 = x[at + 2];
    double[] x3 = x[at + 3];
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int i = first; i < v.length; i++) {
      double own = v[i];
      s0 += own * x0[i];
      s1 += own * x1[i];
      s2 += own * x2[i];
      s3 += own * x3[i];
    }
    subtract(x0, 2 * s0, v, first);
    subtract(x1, 2 * s1, v, first);
    subtract(x2, 2 * s2, v, first);
    subtract(x3, 2 * s3, v, first);
  }

  private static void subtract(double[] x, double factor, double[] v, int first) {
    for (int i = first; i < x.length; i++) {
      x[i] -= factor * v[i];
    }
  }
}
