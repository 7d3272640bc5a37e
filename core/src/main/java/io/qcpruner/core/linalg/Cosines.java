package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/** Cosine matrices from dot products. */
final class Cosines {

  private Cosines() {}

  /** Rows of one operand that meet the same four rows of the other while those are in cache. */
  private static final int TILE = 16;

  /** All dot products of the rows of a and b. */
  static void dots(KernelSupport support, Matrix a, Matrix b, Matrix out) {
    int tiles = (a.rows() + TILE - 1) / TILE;
    // values are independent of each other, so threads can't change them
    IntStream.range(0, tiles)
        .parallel()
        .forEach(
            t -> {
              int to = Math.min((t + 1) * TILE, a.rows());
              for (int j = 0; j < b.rows(); j += 4) {
                int rows = Math.min(4, b.rows() - j);
                for (int i = t * TILE; i < to; i++) {
                  dots(support, a, i, b, j, rows, out);
                }
              }
            });
  }

  private static void dots(
      KernelSupport support, Matrix a, int i, Matrix b, int j, int rows, Matrix out) {
    support.dots(
        a.data(),
        a.offset(i),
        b.data(),
        b.offset(j),
        rows,
        b.cols(),
        out.data(),
        out.offset(i) + j);
  }

  /** Each pair is computed once and mirrored, so the matrix is symmetric to the last bit. */
  static Matrix self(KernelSupport support, Matrix x, double[] norms) {
    int n = x.rows();
    Matrix out = Matrix.zeros(n, n);
    int tiles = (n + TILE - 1) / TILE;
    IntStream.range(0, tiles).parallel().forEach(t -> selfTile(support, x, norms, t * TILE, out));
    mirror(out);
    return out;
  }

  /** The part of sixteen rows that lies right of the tile's start. */
  private static void selfTile(
      KernelSupport support, Matrix x, double[] norms, int from, Matrix out) {
    int n = x.rows();
    int to = Math.min(from + TILE, n);
    for (int j = from; j < n; j += 4) {
      int rows = Math.min(4, n - j);
      for (int i = from; i < to; i++) {
        dots(support, x, i, x, j, rows, out);
      }
    }
    for (int i = from; i < to; i++) {
      scaleRow(out.data(), out.offset(i) + from, n - from, norms[i], norms, from);
      out.data()[out.offset(i) + i] = 1f;
    }
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
