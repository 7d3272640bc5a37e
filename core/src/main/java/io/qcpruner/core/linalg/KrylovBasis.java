package io.qcpruner.core.linalg;

/**
 * An orthonormal basis that grows by blocks, each the image of the last block under a symmetric
 * matrix without what the basis holds already. Known are the matrix in the basis, and how the block
 * that comes next is coupled to the last.
 */
final class KrylovBasis {

  /**
   * Vectors of a block. Equal eigenvalues show as equal as long as they are not more than these.
   */
  static final int BLOCK = 4;

  /** A vector that loses more than this by projection was made of others: the space is used up. */
  private static final double LOST = 1e-10;

  private final KernelSupport support;
  private final double[][] a;
  private final int n;

  /** [size, n], and the same the other way round, so that all loops run along rows. */
  private final double[][] rows;

  private final double[][] columns;

  private final double[][] inBasis;
  private double[][] next;
  private double[][] coupling;
  private double scale;
  private int size;

  KrylovBasis(KernelSupport support, double[][] a, int capacity) {
    this.support = support;
    this.a = a;
    this.n = a.length;
    this.rows = new double[capacity][];
    this.columns = new double[n][capacity];
    this.inBasis = new double[capacity][capacity];
    this.next = new double[BLOCK][n];
    for (int c = 0; c < BLOCK; c++) {
      for (int i = 0; i < n; i++) {
        long mixed = (c * (long) n + i + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        next[c][i] = (mixed >> 12) * 0x1p-51; // in no space that a vector avoids
      }
    }
    orthonormalise();
  }

  int size() {
    return size;
  }

  double[][] rows() {
    return rows;
  }

  /** A copy of the matrix in the basis. */
  double[][] inBasis() {
    double[][] out = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        out[i][j] = out[j][i] = inBasis[i][j];
      }
    }
    return out;
  }

  /** [BLOCK, BLOCK]: row c holds the share of each next vector in the image of the last block's. */
  double[][] coupling() {
    return coupling;
  }

  /** Takes the next block in, if there is room and the matrix leads out of the basis. */
  boolean grow() {
    if (next == null || size + BLOCK > rows.length) {
      return false;
    }
    double[][] images = new double[BLOCK][n];
    RowSums.add(support, images, next, a, n, n);
    for (int c = 0; c < BLOCK; c++) {
      rows[size + c] = next[c];
      for (int i = 0; i < n; i++) {
        columns[i][size + c] = next[c][i];
      }
    }
    size += BLOCK;
    next = images;
    scale = Math.max(scale, norm(images[0]));
    project();
    project(); // once more, for what rounding left
    coupling = orthonormalise();
    return true;
  }

  /** Takes the basis out of the next block. */
  private void project() {
    double[][] shares = new double[BLOCK][size];
    RowSums.add(support, shares, next, columns, n, size);
    for (int c = 0; c < BLOCK; c++) {
      for (int j = 0; j < size; j++) {
        inBasis[size - BLOCK + c][j] += shares[c][j];
        shares[c][j] = -shares[c][j];
      }
    }
    RowSums.add(support, next, shares, rows, size, n);
  }

  /** Makes the next block orthonormal, or null, and returns what it was made of. */
  private double[][] orthonormalise() {
    double[][] made = new double[BLOCK][BLOCK];
    for (int c = 0; c < BLOCK; c++) {
      double before = norm(next[c]);
      for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < c; b++) {
          double dot = dot(next[c], next[b]);
          made[c][b] += dot;
          for (int i = 0; i < n; i++) {
            next[c][i] -= dot * next[b][i];
          }
        }
      }
      double left = norm(next[c]);
      made[c][c] = left;
      if (!(left > LOST * Math.max(before, scale))) {
        next = null;
        return made;
      }
      for (int i = 0; i < n; i++) {
        next[c][i] /= left;
      }
    }
    return made;
  }

  private static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** Four sums side by side; one alone would wait for its own last addition. */
  private static double dot(double[] x, double[] y) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= x.length; i += 4) {
      s0 += x[i] * y[i];
      s1 += x[i + 1] * y[i + 1];
      s2 += x[i + 2] * y[i + 2];
      s3 += x[i + 3] * y[i + 3];
    }
    for (; i < x.length; i++) {
      s0 += x[i] * y[i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
