package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/**
 * Sums of rows with factors. Every number is added up in the order of the rows, four at a time, so
 * columns may be cut in any way.
 */
final class RowSums {

  /** Columns that stay in the first-level cache while all rows pass. */
  private static final int TILE = 256;

  /** Fewer columns are not worth a second thread. */
  private static final int NARROW = 64;

  private RowSums() {}

  /**
   * Adds to each {@code out[c]} the sum of {@code factors[c][i] * rows[i]} for i below count, and
   * takes a thread for each stretch of columns.
   */
  static void add(
      KernelSupport support,
      double[][] out,
      double[][] factors,
      double[][] rows,
      int count,
      int columns) {
    int tiles = columns <= NARROW ? 1 : Math.max(2, (columns + TILE - 1) / TILE);
    IntStream.range(0, tiles)
        .parallel()
        .forEach(
            t -> {
              int from = (int) ((long) columns * t / tiles);
              int to = (int) ((long) columns * (t + 1) / tiles);
              support.addRows(out, factors, rows, count, from, to);
            });
  }

  /** {@link KernelSupport#addRows} in plain Java. */
  static void plain(
      double[][] out, double[][] factors, double[][] rows, int count, int from, int to) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      int c = 0;
      for (; c + 2 <= out.length; c += 2) {
        four(out[c], factors[c], out[c + 1], factors[c + 1], rows, i, from, to);
      }
      if (c < out.length) {
        four(out[c], factors[c], rows, i, from, to);
      }
    }
    for (; i < count; i++) {
      for (int c = 0; c < out.length; c++) {
        one(out[c], factors[c][i], rows[i], from, to);
      }
    }
  }

  private static void four(
      double[] out, double[] factors, double[][] rows, int i, int from, int to) {
    double f0 = factors[i];
    double f1 = factors[i + 1];
    double f2 = factors[i + 2];
    double f3 = factors[i + 3];
    double[] r0 = rows[i];
    double[] r1 = rows[i + 1];
    double[] r2 = rows[i + 2];
    double[] r3 = rows[i + 3];
    for (int k = from; k < to; k++) {
      out[k] += (f0 * r0[k] + f1 * r1[k]) + (f2 * r2[k] + f3 * r3[k]);
    }
  }

  /** Two sums from one read of the rows. */
  private static void four(
      double[] a, double[] fa, double[] b, double[] fb, double[][] rows, int i, int from, int to) {
    double a0 = fa[i];
    double a1 = fa[i + 1];
    double a2 = fa[i + 2];
    double a3 = fa[i + 3];
    double b0 = fb[i];
    double b1 = fb[i + 1];
    double b2 = fb[i + 2];
    double b3 = fb[i + 3];
    double[] r0 = rows[i];
    double[] r1 = rows[i + 1];
    double[] r2 = rows[i + 2];
    double[] r3 = rows[i + 3];
    for (int k = from; k < to; k++) {
      a[k] += (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]);
      b[k] += (b0 * r0[k] + b1 * r1[k]) + (b2 * r2[k] + b3 * r3[k]);
    }
  }

  private static void one(double[] out, double factor, double[] row, int from, int to) {
    for (int k = from; k < to; k++) {
      out[k] += factor * row[k];
    }
  }
}
