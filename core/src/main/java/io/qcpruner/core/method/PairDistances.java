package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Euclidean distances between rows, divided by the root of their width: sums of squared differences
 * in doubles, coordinate by coordinate, so that near duplicates stay exact. Such sums are slow, and
 * a question such as "which are the four nearest" needs few of them: products in floats bound every
 * distance, and only those that the bounds leave open are computed.
 */
final class PairDistances {

  /** Pairs whose sums run side by side; each sum alone waits for its own last addition. */
  private static final int TOGETHER = 4;

  private final Matrix rows;
  private final int n;
  private final double scale;

  /** [n, n] dot products, and the square roots of the diagonal. */
  private final Matrix dots;

  private final double[] norms;

  /** Relative error of a dot product of floats, with a wide margin: sixteen sums, then a tree. */
  private final double relative;

  private final double absolute;

  PairDistances(Matrix rows) {
    this.rows = rows;
    this.n = rows.rows();
    this.scale = 1 / Math.sqrt(rows.cols());
    this.dots = Kernels.dots(rows);
    this.norms = new double[n];
    Arrays.setAll(norms, i -> Math.sqrt(dots.get(i, i)));
    this.relative = (rows.cols() / 8.0 + 64) * Math.ulp(1f);
    this.absolute = 8.0 * rows.cols() * Float.MIN_NORMAL;
  }

  /** How far a squared distance made of dot products may be from the true one; NaN if unknown. */
  private double error(int i, int j) {
    double reach = norms[i] + norms[j];
    return relative * reach * reach + absolute;
  }

  private double square(int i, int j) {
    return (double) dots.get(i, i) + dots.get(j, j) - 2.0 * dots.get(i, j);
  }

  /** A squared distance, before it is scaled, is at least this. */
  private double low(int i, int j) {
    if (i == j) {
      return 0;
    }
    double low = square(i, j) - error(i, j);
    return low > 0 ? low : 0; // also where floats overflowed
  }

  /** At most this. */
  private double high(int i, int j) {
    if (i == j) {
      return 0;
    }
    double high = square(i, j) + error(i, j);
    return high >= 0 ? high : Double.POSITIVE_INFINITY;
  }

  double at(int i, int j) {
    return at(i, new int[] {j})[0];
  }

  /** The distances from row i to others. */
  private double[] at(int i, int[] others) {
    double[] out = new double[others.length];
    int k = 0;
    for (; k + TOGETHER <= others.length; k += TOGETHER) {
      four(i, others, k, out);
    }
    for (; k < others.length; k++) {
      double squares = 0;
      int a = rows.offset(i);
      int b = rows.offset(others[k]);
      for (int c = 0; c < rows.cols(); c++) {
        double d = (double) rows.data()[a + c] - rows.data()[b + c];
        squares += d * d;
      }
      out[k] = Math.sqrt(squares) * scale;
    }
    return out;
  }

  private void four(int i, int[] others, int k, double[] out) {
    float[] x = rows.data();
    int a = rows.offset(i);
    int b0 = rows.offset(others[k]);
    int b1 = rows.offset(others[k + 1]);
    int b2 = rows.offset(others[k + 2]);
    int b3 = rows.offset(others[k + 3]);
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int c = 0; c < rows.cols(); c++) {
      double own = x[a + c];
      double d0 = own - x[b0 + c];
      double d1 = own - x[b1 + c];
      double d2 = own - x[b2 + c];
      double d3 = own - x[b3 + c];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    out[k] = Math.sqrt(s0) * scale;
    out[k + 1] = Math.sqrt(s1) * scale;
    out[k + 2] = Math.sqrt(s2) * scale;
    out[k + 3] = Math.sqrt(s3) * scale;
  }

  /** The smallest distances from a row, itself included, ascending. */
  double[] smallest(int i, int count) {
    double[] high = new double[n];
    Arrays.setAll(high, j -> high(i, j));
    Arrays.sort(high);
    double limit = high[count - 1];
    double[] open = at(i, IntStream.range(0, n).filter(j -> low(i, j) <= limit).toArray());
    Arrays.sort(open);
    return Arrays.copyOf(open, count);
  }

  /** The position in others of the row nearest to i, the first of equals. */
  int nearest(int i, int[] others) {
    double limit = Double.POSITIVE_INFINITY;
    for (int j : others) {
      limit = Math.min(limit, high(i, j));
    }
    double bound = limit;
    int[] open =
        IntStream.range(0, others.length).filter(k -> low(i, others[k]) <= bound).toArray();
    double[] exact = at(i, Indices.gather(others, open));
    int best = 0;
    for (int k = 1; k < open.length; k++) {
      if (exact[k] < exact[best]) {
        best = k;
      }
    }
    return open[best];
  }

  /** The largest distance between two rows. */
  double largest() {
    double limit = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        limit = Math.max(limit, low(i, j));
      }
    }
    double largest = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (high(i, j) >= limit) {
          largest = Math.max(largest, at(i, j));
        }
      }
    }
    return largest;
  }
}
