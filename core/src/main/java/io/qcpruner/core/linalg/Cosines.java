package io.qcpruner.core.linalg;

/** Cosine matrices from dot products. */
final class Cosines {

  private Cosines() {}

  /** Each pair is computed once and mirrored, so the matrix is symmetric to the last bit. */
  static Matrix self(KernelSupport support, Matrix x, double[] norms) {
    int n = x.rows();
    Matrix out = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      int from = i + 1;
      if (from < n) {
        support.dots(
            x.data(),
            x.offset(i),
            x.data(),
            x.offset(from),
            n - from,
            x.cols(),
            out.data(),
            out.offset(i) + from);
        scaleRow(out.data(), out.offset(i) + from, n - from, norms[i], norms, from);
      }
      out.data()[out.offset(i) + i] = 1f;
    }
    mirror(out);
    return out;
  }

  /**
   * Divides dot products by both norms. In double, so that two equal rows get exactly 1, as the
   * diagonal has: otherwise rounding would decide between duplicates.
   */
  static void scaleRow(
      float[] dots, int offset, int n, double norm, double[] norms, int firstNorm) {
    for (int j = 0; j < n; j++) {
      dots[offset + j] = (float) (dots[offset + j] / (norm * norms[firstNorm + j]));
    }
  }

  private static void mirror(Matrix m) {
    int n = m.rows();
    float[] data = m.data();
    int tile = 64; // both sides of the diagonal stay in the first-level cache
    for (int i0 = 0; i0 < n; i0 += tile) {
      for (int j0 = i0; j0 < n; j0 += tile) {
        for (int i = i0; i < Math.min(i0 + tile, n); i++) {
          for (int j = Math.max(j0, i + 1); j < Math.min(j0 + tile, n); j++) {
            data[j * n + i] = data[i * n + j];
          }
        }
      }
    }
  }
}
