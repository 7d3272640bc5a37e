package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.stream.IntStream;

/**
 * Products of rows added up in doubles, so that the cosine of two equal rows is exactly 1 as a
 * float and equal tokens tie. Each sum has one fixed order; threads share rows, never a sum.
 */
final class ExactRows {

  private final Matrix rows;
  private final double[] norms;

  ExactRows(Matrix rows) {
    this.rows = rows;
    this.norms = new double[rows.rows()];
    IntStream.range(0, norms.length)
        .parallel()
        .forEach(i -> norms[i] = Math.max(Math.sqrt(dot(i, i)), Kernels.MIN_NORM));
  }

  /** The norm of a row, at least {@link Kernels#MIN_NORM}. */
  double norm(int i) {
    return norms[i];
  }

  /** The cosine of two rows. */
  float cosine(int i, int j) {
    return (float) (dot(i, j) / (norms[i] * norms[j]));
  }

  /** The cosines of {@code left[k]} and {@code right[k]}. */
  float[] cosines(int[] left, int[] right) {
    float[] out = new float[left.length];
    IntStream.range(0, out.length).parallel().forEach(k -> out[k] = cosine(left[k], right[k]));
    return out;
  }

  private double dot(int i, int j) {
    return dot(rows.data(), rows.offset(i), rows.data(), rows.offset(j), rows.cols());
  }

  /** Four running sums, then their sum: one alone would wait for its own last addition. */
  static double dot(float[] x, int a, float[] y, int b, int count) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int c = 0;
    for (; c + 3 < count; c += 4) {
      s0 += (double) x[a + c] * y[b + c];
      s1 += (double) x[a + c + 1] * y[b + c + 1];
      s2 += (double) x[a + c + 2] * y[b + c + 2];
      s3 += (double) x[a + c + 3] * y[b + c + 3];
    }
    for (; c < count; c++) {
      s0 += (double) x[a + c] * y[b + c];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
