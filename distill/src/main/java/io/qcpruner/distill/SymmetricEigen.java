package io.qcpruner.distill;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations: slow, short, and
 * accurate to the last digits.
 *
 * @param values eigenvalues, descending
 * @param vectors unit eigenvectors, one per row, in the order of the values
 */
record SymmetricEigen(double[] values, double[][] vectors) {

  private static final int MAX_SWEEPS = 60;

  static SymmetricEigen of(double[][] symmetric) {
    int n = symmetric.length;
    double[][] a = new double[n][];
    double[][] v = new double[n][n];
    for (int i = 0; i < n; i++) {
      a[i] = symmetric[i].clone();
      v[i][i] = 1;
    }
    double scale = offDiagonal(a) + trace(a) * trace(a);
    for (int sweep = 0; sweep < MAX_SWEEPS && offDiagonal(a) > 1e-30 * scale; sweep++) {
      for (int p = 0; p < n - 1; p++) {
        for (int q = p + 1; q < n; q++) {
          if (a[p][q] != 0) {
            rotate(a, v, p, q);
          }
        }
      }
    }
    return sorted(a, v);
  }

  /** One rotation in the plane (p, q) that makes a[p][q] zero. */
  private static void rotate(double[][] a, double[][] v, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (double[] row : a) {
      double left = row[p];
      double right = row[q];
      row[p] = c * left - s * right;
      row[q] = s * left + c * right;
    }
    rotateRows(a[p], a[q], c, s);
    rotateRows(v[p], v[q], c, s);
    a[p][q] = 0;
    a[q][p] = 0;
  }

  private static void rotateRows(double[] left, double[] right, double c, double s) {
    for (int k = 0; k < left.length; k++) {
      double l = left[k];
      double r = right[k];
      left[k] = c * l - s * r;
      right[k] = s * l + c * r;
    }
  }

  private static SymmetricEigen sorted(double[][] a, double[][] v) {
    int[] order =
        IntStream.range(0, a.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -a[i][i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] values = new double[a.length];
    double[][] vectors = new double[a.length][];
    for (int i = 0; i < order.length; i++) {
      values[i] = a[order[i]][order[i]];
      vectors[i] = v[order[i]];
    }
    return new SymmetricEigen(values, vectors);
  }

  private static double offDiagonal(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        sum += i == j ? 0 : a[i][j] * a[i][j];
      }
    }
    return sum;
  }

  private static double trace(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.abs(a[i][i]);
    }
    return sum;
  }
}
