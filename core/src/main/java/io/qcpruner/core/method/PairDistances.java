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

  /** The distances from row i to others. */
  private double[] at(int i, int[] others) {
    double[] out = new double[others.length];
    int k = 0;
    for (; k + 1 < others.length; k += TOGETHER) {
      four(i, others, k, out);
    }
    if (k < others.length) {
      out[k] = at(i, others[k]);
    }
    return out;
  }

  private double at(int i, int j) {
    double squares = 0;
    int a = rows.offset(i);
    int b = rows.offset(j);
    for (int c = 0; c < rows.cols(); c++) {
      double d = (double) rows.data()[a + c] - rows.data()[b + c];
      squares += d * d;
    }
    return Math.sqrt(squares) * scale;
  }

  /** Four from position k on; where fewer are left, the last one again. */
  private void four(int i, int[] others, int k, double[] out) {
    int k1 = Math.min(k + 1, others.length - 1);
    int k2 = Math.min(k + 2, others.length - 1);
    int k3 = Math.min(k + 3, others.length - 1);
    float[] x = rows.data();
    int a = rows.offset(i);
    int b0 = rows.offset(others[k]);
    int b1 = rows.offset(others[k1]);
    int b2 = rows.offset(others[k2]);
    int b3 = rows.offset(others[k3]);
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
    out[k1] = Math.sqrt(s1) * scale;
    out[k2] = Math.sqrt(s2) * scale;
    out[k3] = Math.sqrt(s3) * scale;
  }

  /** The smallest distances from a row, itself included, ascending. */
  double[] smallest(int i, int count) {
    double limit = smallestHigh(i, count);
    int[] open = IntStream.range(0, n).filter(j -> j != i && low(i, j) <= limit).toArray();
    double[] others = at(i, open);
    Arrays.sort(others);
    double[] out = new double[count]; // the first is that to itself, 0
    System.arraycopy(others, 0, out, 1, count - 1);
    return out;
  }

  /** No more than this are the {@code count} smallest squares, before they are scaled. */
  private double smallestHigh(int i, int count) {
    double[] least = new double[count]; // ascending
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int j = 0; j < n; j++) {
      double high = high(i, j);
      int at = count - 1;
      if (high < least[at]) {
        for (; at > 0 && least[at - 1] > high; at--) {
          least[at] = least[at - 1];
        }
        least[at] = high;
      }
    }
    return least[count - 1];
  }

  /** The position in others of the row nearest to i, the first of equals. */
  int nearest(int i, int[] others) {
    double limit = leastHigh(i, others);
    int[] open =
        IntStream.range(0, others.length).filter(k -> low(i, others[k]) <= limit).toArray();
    double[] exact = at(i, Indices.gather(others, open));
    int best = 0;
    for (int k = 1; k < open.length; k++) {
      if (exact[k] < exact[best]) {
        best = k;
      }
    }
    return open[best];
  }

  /** The distance from i to the nearest of others. */
  double least(int i, int[] others) {
    double limit = leastHigh(i, others);
    double least = Double.POSITIVE_INFINITY;
    for (double distance : at(i, Arrays.stream(others).filter(j -> low(i, j) <= limit).toArray())) {
      least = Math.min(least, distance);
    }
    return least;
  }

  private double leastHigh(int i, int[] others) {
    double least = Double.POSITIVE_INFINITY;
    for (int j : others) {
      least = Math.min(least, high(i, j));
    }
    return least;
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
