package io.qcpruner.core.linalg;

import java.util.stream.IntStream;

/**
 * A symmetric matrix in tridiagonal form, T = H a H with H a product of reflections.
 *
 * @param diagonal [n]
 * @param beside [n]; number i couples i and i + 1
 * @param reflectors unit vectors; row k acts on columns k + 1 and up, null where nothing is to do
 */
record Tridiagonal(double[] diagonal, double[] beside, double[][] reflectors) {

  /** Columns that one thread takes at least. */
  private static final int COLUMNS = 256;

  private static final int WIDE = 640;

  private static final int MAX_PARTS = 8;

  private static final int ITERATIONS = 3;

  /**
   * @param a destroyed
   */
  static Tridiagonal of(double[][] a) {
    return new Reduction(a).run();
  }

  /**
   * The unit eigenvector of an eigenvalue that stands apart, by inverse iteration: every solution
   * of (T - value) x = b grows along it.
   */
  double[] vector(double value) {
    int n = diagonal.length;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 1 + (i * 0x9E3779B9L & 0xFFFF) / 65536.0; // in no space that the vector avoids
    }
    ShiftedSolver solver = new ShiftedSolver(diagonal, beside, value);
    for (int i = 0; i < ITERATIONS; i++) {
      normalise(x);
      solver.solve(x);
    }
    normalise(x);
    return x;
  }

  private static void normalise(double[] v) {
    double most = 0;
    for (double x : v) {
      most = Math.max(most, Math.abs(x));
    }
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      v[i] /= most; // squares of a nearly singular system's solution could leave the range
      sum += v[i] * v[i];
    }
    double scale = 1 / Math.sqrt(sum);
    for (int i = 0; i < v.length; i++) {
      v[i] *= scale;
    }
  }

  /** The reduction of one matrix, whose rows are read and written once for each reflection. */
  private static final class Reduction {
    private final double[][] a;
    private final int n;
    private final double[] d;
    private final double[] e;
    private final double[][] reflectors;

    Reduction(double[][] a) {
      this.a = a;
      this.n = a.length;
      this.d = new double[n];
      this.e = new double[n];
      this.reflectors = new double[n][];
    }

    Tridiagonal run() {
      double[] v = null; // the last reflection, still to be applied to rows from k on
      double[] w = null;
      for (int k = 0; k + 2 < n; k++) {
        if (v != null) {
          update(a[k], k, v, w, k, n);
        }
        d[k] = a[k][k];
        double[] next = reflector(k);
        reflectors[k] = next;
        double[] image = new double[n];
        pass(k + 1, v, w, next, image);
        if (next != null) {
          project(next, image, k + 1);
        }
        v = next;
        w = image;
      }
      finish(v, w);
      return new Tridiagonal(d, e, reflectors);
    }

    private void finish(double[] v, double[] w) {
      if (n >= 2) {
        if (v != null) {
          update(a[n - 2], n - 2, v, w, n - 2, n);
          update(a[n - 1], n - 1, v, w, n - 2, n);
        }
        d[n - 2] = a[n - 2][n - 2];
        e[n - 2] = a[n - 2][n - 1];
      }
      d[n - 1] = a[n - 1][n - 1];
    }

    /** The reflection that leaves one number of row k after column k, or null if it is zero. */
    private double[] reflector(int k) {
      double norm = 0;
      for (int i = k + 1; i < n; i++) {
        norm += a[k][i] * a[k][i];
      }
      norm = Math.sqrt(norm);
      if (norm == 0) {
        return null;
      }
      double[] v = new double[n];
      System.arraycopy(a[k], k + 1, v, k + 1, n - k - 1);
      double alpha = v[k + 1] > 0 ? -norm : norm;
      v[k + 1] -= alpha;
      e[k] = alpha;
      double sum = 0;
      for (int i = k + 1; i < n; i++) {
        sum += v[i] * v[i];
      }
      double scale = 1 / Math.sqrt(sum);
      for (int i = k + 1; i < n; i++) {
        v[i] *= scale;
      }
      return v;
    }

    /**
     * Applies the last reflection to rows from first on and adds up 2 a v of the next one. Threads
     * take columns, so every number is made by the same sums.
     */
    private void pass(int first, double[] v, double[] w, double[] next, double[] image) {
      int parts = Math.max(1, Math.min(MAX_PARTS, (n - first) / COLUMNS));
      IntStream columns = IntStream.range(0, parts);
      (parts > 1 ? columns.parallel() : columns)
          .forEach(
              part -> {
                int from = first + (n - first) * part / parts;
                int to = first + (n - first) * (part + 1) / parts;
                for (int j = first; j < n; j++) {
                  if (n >= WIDE && v != null && next != null) {
                    updateAndAdd(a[j], v[j], w[j], v, w, 2 * next[j], image, from, to);
                    continue;
                  }
                  if (v != null) {
                    update(a[j], j, v, w, from, to);
                  }
                  if (next != null) {
                    add(a[j], 2 * next[j], image, from, to);
                  }
                }
              });
    }

    /** Columns of row j of a - v w' - w v'. */
    private static void update(double[] row, int j, double[] v, double[] w, int from, int to) {
      double vj = v[j];
      double wj = w[j];
      for (int i = from; i < to; i++) {
        row[i] -= vj * w[i] + wj * v[i];
      }
    }

    /**
     * Both in one pass. Narrow matrices do not come here: the compiler shapes a loop by the lengths
     * it has seen, and short ones would cost wide matrices their vector code.
     */
    private static void updateAndAdd(
        double[] row,
        double vj,
        double wj,
        double[] v,
        double[] w,
        double factor,
        double[] image,
        int from,
        int to) {
      for (int i = from; i < to; i++) {
        double x = row[i] - (vj * w[i] + wj * v[i]);
        row[i] = x;
        image[i] += factor * x;
      }
    }

    private static void add(double[] row, double factor, double[] image, int from, int to) {
      for (int i = from; i < to; i++) {
        image[i] += factor * row[i];
      }
    }

    private void project(double[] v, double[] w, int first) {
      double dot = 0;
      for (int i = first; i < n; i++) {
        dot += w[i] * v[i];
      }
      for (int i = first; i < n; i++) {
        w[i] -= dot * v[i];
      }
    }
  }
}
