package io.qcpruner.core.linalg;

import java.util.function.IntToDoubleFunction;

/** The summation order of the kernels, written down as plainly as possible. */
public final class NaiveSums {

  /** The i-th term of a sum. */
  public interface Term {
    float at(int i);
  }

  private NaiveSums() {}

  public static float sum(int n, Term term) {
    float[] lanes = new float[16];
    int full = n / 16 * 16;
    for (int i = 0; i < full; i++) {
      lanes[i % 16] += term.at(i);
    }
    float sum = tree(lanes, 0, 1);
    for (int i = full; i < n; i++) {
      sum += term.at(i);
    }
    return sum;
  }

  /** The sum of the squares of terms, in doubles and in the same order. */
  public static double sumOfSquares(int n, IntToDoubleFunction term) {
    double[] lanes = new double[16];
    int full = n / 16 * 16;
    for (int i = 0; i < full; i++) {
      lanes[i % 16] += term.applyAsDouble(i) * term.applyAsDouble(i);
    }
    for (int distance = 8; distance > 0; distance /= 2) {
      for (int l = 0; l < distance; l++) {
        lanes[l] += lanes[l + distance];
      }
    }
    double sum = lanes[0];
    for (int i = full; i < n; i++) {
      sum += term.applyAsDouble(i) * term.applyAsDouble(i);
    }
    return sum;
  }

  /** Adds to each number the sum of its column with factors, four rows in one bracket. */
  static void addRows(double[][] out, double[][] factors, double[][] rows, int from, int to) {
    for (int c = 0; c < out.length; c++) {
      for (int k = from; k < to; k++) {
        for (int i = 0; i < rows.length; i++) {
          if (i + 4 <= rows.length) {
            double first = factors[c][i] * rows[i][k] + factors[c][i + 1] * rows[i + 1][k];
            double second = factors[c][i + 2] * rows[i + 2][k] + factors[c][i + 3] * rows[i + 3][k];
            out[c][k] += first + second;
            i += 3;
          } else {
            out[c][k] += factors[c][i] * rows[i][k];
          }
        }
      }
    }
  }

  /** Lanes first, first + step, ...: halves of the tree are the even and the odd members. */
  private static float tree(float[] lanes, int first, int step) {
    return step == 16
        ? lanes[first]
        : tree(lanes, first, 2 * step) + tree(lanes, first + step, 2 * step);
  }
}
