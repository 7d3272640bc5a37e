package io.qcpruner.core.linalg;

/**
 * How many directions rows spread over: the exponential of the entropy of their singular values. O.
 * Roy and M. Vetterli, "The effective rank: a measure of effective dimensionality" (2007).
 */
public final class EffectiveRank {

  /** More rows are sampled down to this number at even distances: the cost grows with the cube. */
  static final int MAX_ROWS = 576;

  private EffectiveRank() {}

  /** exp(-sum p ln p), p = singular values over their sum; 0 for rows of zeros. */
  public static double of(Matrix rows) {
    return of(rows, MAX_ROWS);
  }

  static double of(Matrix rows, int most) {
    int n = Math.min(rows.rows(), most);
    int[] chosen = new int[n];
    for (int i = 0; i < n; i++) {
      chosen[i] = (int) ((long) i * rows.rows() / n);
    }
    Matrix some = rows.selectRows(chosen);
    Matrix smaller = n <= rows.cols() ? some : some.transposed();
    Matrix products = Kernels.dots(smaller);
    double[][] gram = new double[smaller.rows()][smaller.rows()];
    for (int i = 0; i < gram.length; i++) {
      for (int j = 0; j < gram.length; j++) {
        gram[i][j] = products.get(i, j);
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(gram, 0);
    double sum = 0;
    for (int i = 0; i < gram.length; i++) {
      sum += sigma(eigen, i);
    }
    double entropy = 0;
    for (int i = 0; i < gram.length; i++) {
      double p = sum == 0 ? 0 : sigma(eigen, i) / sum;
      entropy -= p == 0 ? 0 : p * StrictMath.log(p);
    }
    return sum == 0 ? 0 : StrictMath.exp(entropy);
  }

  private static double sigma(SymmetricEigen eigen, int index) {
    return Math.sqrt(Math.max(0, eigen.value(index)));
  }
}
