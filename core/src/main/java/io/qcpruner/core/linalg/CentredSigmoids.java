package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/** Rows through the sigmoid, each minus its mean. */
final class CentredSigmoids {

  /** Rows whose sums run side by side; each sum alone waits for its own last addition. */
  private static final int TOGETHER = 4;

  private CentredSigmoids() {}

  static Matrix of(KernelSupport support, Matrix x) {
    Matrix out = Matrix.zeros(x.rows(), x.cols());
    int groups = (x.rows() + TOGETHER - 1) / TOGETHER;
    IntStream.range(0, groups)
        .parallel()
        .forEach(
            g -> {
              double[][] rows = new double[TOGETHER][x.cols()];
              int count = Math.min(TOGETHER, x.rows() - g * TOGETHER);
              for (int r = 0; r < count; r++) {
                support.sigmoids(x.data(), x.offset(g * TOGETHER + r), x.cols(), rows[r]);
              }
              double[] sums = sums(rows[0], rows[1], rows[2], rows[3]);
              for (int r = 0; r < count; r++) {
                subtract(rows[r], sums[r] / x.cols(), out.data(), out.offset(g * TOGETHER + r));
              }
            });
    return out;
  }

  private static double[] sums(double[] r0, double[] r1, double[] r2, double[] r3) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int c = 0; c < r0.length; c++) {
      s0 += r0[c];
      s1 += r1[c];
      s2 += r2[c];
      s3 += r3[c];
    }
    return new double[] {s0, s1, s2, s3};
  }

  private static void subtract(double[] row, double mean, float[] out, int offset) {
    for (int c = 0; c < row.length; c++) {
      out[offset + c] = (float) (row[c] - mean);
    }
  }
}
