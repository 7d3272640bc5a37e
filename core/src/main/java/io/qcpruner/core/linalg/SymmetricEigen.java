package io.qcpruner.core.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Eigenvectors of a real symmetric matrix: Householder reduction to tridiagonal form, then the
 * implicit QL iteration (Golub and Van Loan, "Matrix Computations", chapter 8). All inner loops run
 * along rows; no sum depends on the machine or on threads.
 *
 * <p>Where a few eigenvectors are wanted, QL finds the eigenvalues alone, and inverse iteration the
 * vectors of those that stand apart. Vectors of others are any basis of a space; then QL finds all
 * of them, so that the choice is always the same.
 */
public final class SymmetricEigen {

  private static final int MAX_ITERATIONS = 60;
  private static final double EPSILON = Math.ulp(1.0);

  /** Relative to the largest eigenvalue; vectors are exact to about {@code EPSILON / APART}. */
  private static final double APART = 1e-6;

  /** Squares of less vanish, and rotations with them: beside zeros QL would never end. */
  private static final double SMALLEST = 1e-150;

  private final int n;

  /** Diagonal, in the end the eigenvalues. */
  private final double[] d;

  /** e[i] couples i and i + 1. */
  private final double[] e;

  /** Householder vectors, unit length; row k acts on columns k + 1 and up. */
  private final double[][] reflectors;

  /** Row i is the eigenvector of d[i] in the tridiagonal basis, if it is known. */
  private final double[][] vectors;

  /**
   * @param a the matrix, row-major; destroyed
   */
  public SymmetricEigen(double[][] a) {
    this(a, a.length);
  }

  /**
   * @param a the matrix, row-major; destroyed
   * @param wanted how many of the largest eigenvalues have vectors; those of others can't be asked
   */
  public SymmetricEigen(double[][] a, int wanted) {
    n = a.length;
    Tridiagonal reduced = Tridiagonal.of(a);
    reflectors = reduced.reflectors();
    d = reduced.diagonal().clone();
    e = reduced.beside().clone();
    vectors = new double[n][];
    if (wanted < n) {
      diagonalise();
      if (findApart(reduced, largest(wanted + 1))) {
        return;
      }
      System.arraycopy(reduced.diagonal(), 0, d, 0, n);
      System.arraycopy(reduced.beside(), 0, e, 0, n);
    }
    for (int i = 0; i < n; i++) {
      vectors[i] = new double[n];
      vectors[i][i] = 1;
    }
    diagonalise();
  }

  /** Finds the vectors of all but the last, if each stands apart from the next. */
  private boolean findApart(Tridiagonal reduced, int[] order) {
    double least = APART * Math.abs(d[order[0]]);
    for (int i = 0; i + 1 < order.length; i++) {
      if (!(d[order[i]] - d[order[i + 1]] > least)) {
        return false;
      }
    }
    for (int i = 0; i + 1 < order.length; i++) {
      vectors[order[i]] = reduced.vector(d[order[i]]);
    }
    return true;
  }

  private void diagonalise() {
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
    return vectors(new int[] {index})[0];
  }

  /** The unit eigenvectors in the original basis. */
  public double[][] vectors(int[] indices) {
    double[][] out = new double[indices.length][];
    Arrays.setAll(out, i -> vectors[indices[i]].clone());
    Reflections.undo(reflectors, out);
    return out;
  }

  /** QL steps until e[l] is negligible. */
  private void diagonalise(int l) {
    for (int iteration = 0; ; iteration++) {
      int m = l;
      while (m < n - 1
          && Math.abs(e[m]) > EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))
          && Math.abs(e[m]) > SMALLEST) {
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
      if (vectors[i] != null) {
        rotate(vectors[i], vectors[i + 1], c, s);
      }
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
