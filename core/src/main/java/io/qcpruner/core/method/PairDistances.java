package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Euclidean distances between rows, divided by the root of their width: sums of squared differences
 * in doubles, so that near duplicates stay exact. Such sums are slow, and a question such as "which
 * are the four nearest" needs few of them: products in floats bound every distance, and only those
 * that the bounds leave open are computed.
 */
final class PairDistances {

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
    Arrays.setAll(out, k -> at(i, others[k]));
    return out;
  }

  private double at(int i, int j) {
    return Math.sqrt(Kernels.squaredDistance(rows, i, j)) * scale;
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
    double[] least = new double[count]; // a heap, the largest first
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int j = 0; j < n; j++) {
      double high = high(i, j);
      if (high < least[0]) {
        replaceLargest(least, high);
      }
    }
    return least[0];
  }

  private static void replaceLargest(double[] heap, double value) {
    int at = 0;
    for (int child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= value) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
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
