package io.qcpruner.core.linalg;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Cosine matrices from dot products. */
final class Cosines {

  private Cosines() {}

  /** Rows of one operand that meet the same four rows of the other while those are in cache. */
  private static final int TILE = 16;

  /** Rows that are brought together; more of them, as those they meet are few. */
  private static final int GATHERED = 32;

  /** Tiles that a thread brings together in the same place. */
  private static final int STRETCH = 4;

  /** All dot products of the rows of a and b. */
  static void dots(KernelSupport support, Matrix a, Matrix b, Matrix out) {
    int tiles = (a.rows() + TILE - 1) / TILE;
    // values are independent of each other, so threads can't change them
    IntStream.range(0, tiles).parallel().forEach(t -> tile(support, a, t * TILE, b, 0, out));
  }

  /** Dot products of a tile of rows of a with the rows of b from first on. */
  private static void tile(
      KernelSupport support, Matrix a, int from, Matrix b, int first, Matrix out) {
    tile(support, a, from, Math.min(TILE, a.rows() - from), b, first, out, from);
  }

  private static void tile(
      KernelSupport support,
      Matrix a,
      int from,
      int count,
      Matrix b,
      int first,
      Matrix out,
      int outRow) {
    for (int j = first; j < b.rows(); j += 4) {
      support.dots(
          a.data(),
          a.offset(from),
          count,
          b.data(),
          b.offset(j),
          Math.min(4, b.rows() - j),
          b.cols(),
          out.data(),
          out.offset(outRow) + j,
          out.cols());
    }
  }

  /**
   * Cosines of some rows of a with the rows of b. Tiles are brought together one after the other in
   * the same place, so that copies never leave the cache.
   */
  static Matrix some(KernelSupport support, Matrix a, int[] rows, Matrix b, double[] normB) {
    Matrix out = Matrix.zeros(rows.length, b.rows());
    int stretch = STRETCH * GATHERED;
    IntStream.range(0, (rows.length + stretch - 1) / stretch)
        .parallel()
        .forEach(
            s -> {
              Matrix place = Matrix.zeros(GATHERED, a.cols());
              int end = Math.min((s + 1) * stretch, rows.length);
              for (int from = s * stretch; from < end; from += GATHERED) {
                int count = Math.min(GATHERED, end - from);
                for (int i = 0; i < count; i++) {
                  int row = a.offset(rows[from + i]);
                  System.arraycopy(a.data(), row, place.data(), place.offset(i), a.cols());
                }
                tile(support, place, 0, count, b, 0, out, from);
                for (int i = 0; i < count; i++) {
                  double norm = Kernels.clampedNorm(support, place, i, rows[from + i]);
                  scaleRow(out.data(), out.offset(from + i), b.rows(), norm, normB, 0);
                }
              }
            });
    return out;
  }

  /** All dot products of the rows of x; each pair is computed once and mirrored. */
  static Matrix dots(KernelSupport support, Matrix x) {
    Matrix out = Matrix.zeros(x.rows(), x.rows());
    triangle(x.rows(), from -> tile(support, x, from, x, from, out));
    mirror(out);
    return out;
  }

  /** Each pair is computed once and mirrored, so the matrix is symmetric to the last bit. */
  static Matrix self(KernelSupport support, Matrix x, double[] norms) {
    int n = x.rows();
    Matrix out = Matrix.zeros(n, n);
    triangle(
        n,
        from -> {
          tile(support, x, from, x, from, out);
          for (int i = from; i < Math.min(from + TILE, n); i++) {
            scaleRow(out.data(), out.offset(i) + from, n - from, norms[i], norms, from);
            out.data()[out.offset(i) + i] = 1f;
          }
        });
    mirror(out);
    return out;
  }

  /** Runs every tile of rows, a long one with a short one, so that threads get equal shares. */
  private static void triangle(int n, IntConsumer tile) {
    int tiles = (n + TILE - 1) / TILE;
    IntStream.range(0, (tiles + 1) / 2)
        .parallel()
        .forEach(
            t -> {
              tile.accept(t * TILE);
              if (t != tiles - 1 - t) {
                tile.accept((tiles - 1 - t) * TILE);
              }
            });
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
    int tile = 64; // both sides of the diagonal stay in the first-level cache
    IntStream.range(0, (m.rows() + tile - 1) / tile)
        .parallel()
        .forEach(t -> mirror(m, t * tile, tile));
  }

  private static void mirror(Matrix m, int i0, int tile) {
    int n = m.rows();
    float[] data = m.data();
    for (int j0 = i0; j0 < n; j0 += tile) {
      for (int i = i0; i < Math.min(i0 + tile, n); i++) {
        for (int j = Math.max(j0, i + 1); j < Math.min(j0 + tile, n); j++) {
          data[j * n + i] = data[i * n + j];
        }
      }
    }
  }
}
