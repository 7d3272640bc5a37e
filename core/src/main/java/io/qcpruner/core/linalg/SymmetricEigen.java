package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/**
 * Eigenvectors of a real symmetric matrix: Householder reduction to tridiagonal form, then the
 * implicit QL iteration (Golub and Van Loan, "Matrix Computations", chapter 8). All inner loops run
 * along rows; no sum depends on the machine.
 */
public final class SymmetricEigen {

  private static final int MAX_ITERATIONS = 60;
  private static final double EPSILON = Math.ulp(1.0);

  private final int n;

  /** Diagonal, in the end the eigenvalues. */
  private final double[] d;

  /** e[i] couples i and i + 1. */
  private final double[] e;

  /** Householder vectors, unit length; row k acts on columns k + 1 and up. */
  private final double[][] reflectors;

  /** Row i is the eigenvector of d[i] in the tridiagonal basis. */
  private final double[][] vectors;

  /**
   * @param a the matrix, row-major; destroyed
   */
  public SymmetricEigen(double[][] a) {
    n = a.length;
    d = new double[n];
    e = new double[n];
    reflectors = new double[n][];
    vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      vectors[i][i] = 1;
    }
    reduce(a);
    for (int l = 0; l < n; l++) {
      diagonalise(l);
    }
  }

  /** Indices of the largest eigenvalues, largest first; equal ones in index order. */
  public int[] largest(int count) {
    return IntStream.range(0, n)
        .boxed()
        .sorted((i, j) -> d[i] == d[j] ? i - j : Double.compare(d[j], d[i]))
        .limit(count)
        .mapToInt(i -> i)
        .toArray();
  }

  public double value(int index) {
    return d[index];
  }

  /** The unit eigenvector in the original basis. */
  public double[] vector(int index) {
    double[] x = vectors[index].clone();
    for (int k = n - 3; k >= 0; k--) {
      if (reflectors[k] != null) {
        reflect(reflectors[k], x);
      }
    }
    return x;
  }

  private static void reflect(double[] v, double[] x) {
    double dot = 0;
    for (int i = 0; i < x.length; i++) {
      dot += v[i] * x[i];
    }
    for (int i = 0; i < x.length; i++) {
      x[i] -= 2 * dot * v[i];
    }
  }

  private void reduce(double[][] a) {
    for (int k = 0; k + 2 < n; k++) {
      d[k] = a[k][k];
      double norm = 0;
      for (int i = k + 1; i < n; i++) {
        norm += a[k][i] * a[k][i];
      }
      norm = Math.sqrt(norm);
      if (norm == 0) {
        e[k] = 0;
        continue;
      }
      double[] v = new double[n];
      System.arraycopy(a[k], k + 1, v, k + 1, n - k - 1);
      double alpha = v[k + 1] > 0 ? -norm : norm;
      v[k + 1] -= alpha;
      normalise(v);
      reflectors[k] = v;
      e[k] = alpha;
      transform(a, v, k + 1);
    }
    if (n >= 2) {
      d[n - 2] = a[n - 2][n - 2];
      e[n - 2] = a[n - 2][n - 1];
    }
    d[n - 1] = a[n - 1][n - 1];
  }

  private static void normalise(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum += x * x;
    }
    double scale = 1 / Math.sqrt(sum);
    for (int i = 0; i < v.length; i++) {
      v[i] *= scale;
    }
  }

  /** a := H a H with H = 1 - 2 v v', on rows and columns from first on. */
  private void transform(double[][] a, double[] v, int first) {
    double[] w = new double[n];
    for (int j = first; j < n; j++) {
      double factor = 2 * v[j];
      double[] row = a[j];
      for (int i = first; i < n; i++) {
        w[i] += factor * row[i];
      }
    }
    double dot = 0;
    for (int i = first; i < n; i++) {
      dot += w[i] * v[i];
    }
    for (int i = first; i < n; i++) {
      w[i] -= dot * v[i];
    }
    for (int j = first; j < n; j++) {
      double vj = v[j];
      double wj = w[j];
      double[] row = a[j];
      for (int i = first; i < n; i++) {
        row[i] -= vj * w[i] + wj * v[i];
      }
    }
  }

  /** QL steps until e[l] is negligible. */
  private void diagonalise(int l) {
    for (int iteration = 0; ; iteration++) {
      int m = l;
      while (m < n - 1 && Math.abs(e[m]) > EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) {
        m++;
      }
      if (m == l) {
        return;
      }
      assert iteration < MAX_ITERATIONS : "QL does not converge at " + l + ": e = " + e[l];
      step(l, m);
    }
  }

  /** One implicit QL sweep from m down to l with Wilkinson's shift. */
  private void step(int l, int m) {
    double g = (d[l + 1] - d[l]) / (2 * e[l]);
    double r = Math.sqrt(g * g + 1);
    g = d[m] - d[l] + e[l] / (g + Math.copySign(r, g));
    double s = 1;
    double c = 1;
    double p = 0;
    for (int i = m - 1; i >= l; i--) {
      double f = s * e[i];
      double b = c * e[i];
      r = Math.sqrt(f * f + g * g);
      e[i + 1] = r;
      if (r == 0) {
        d[i + 1] -= p;
        e[m] = 0;
        return;
      }
      s = f / r;
      c = g / r;
      g = d[i + 1] - p;
      r = (d[i] - g) * s + 2 * c * b;
      p = s * r;
      d[i + 1] = g + p;
      g = c * r - b;
      rotate(vectors[i], vectors[i + 1], c, s);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
  }

  private static void rotate(double[] low, double[] high, double c, double s) {
    for (int k = 0; k < low.length; k++) {
      double f = high[k];
      high[k] = s * low[k] + c * f;
      low[k] = c * low[k] - s * f;
    }
  }
}
