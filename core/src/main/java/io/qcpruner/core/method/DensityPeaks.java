package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;

/**
 * Density-peak clustering: a centre is dense and far from anything denser. Method of "Clustering by
 * fast search and find of density peaks" with densities from nearest neighbours, as used by
 * SparseVLM and FastVID. Symbols: rho = density, delta = distance to the nearest denser row.
 *
 * <p>Published code adds tiny random noise to make densities distinct. Here the row with the lower
 * index counts as the denser one of two equals, so results repeat.
 */
final class DensityPeaks {

  private final int n;

  /** [n, n] Euclidean distances divided by the root of the width. */
  private final double[] distance;

  private final double[] rho;
  private final double[] delta;

  /**
   * @param rows the points
   * @param neighbours how many smallest distances of a row (itself included) make its density
   */
  DensityPeaks(Matrix rows, int neighbours) {
    n = rows.rows();
    distance = distances(rows);
    rho = densities(Math.min(neighbours, n));
    delta = separations();
  }

  /** rho * delta of each row: how much it looks like a centre. */
  double[] scores() {
    double[] out = new double[n];
    Arrays.setAll(out, i -> rho[i] * delta[i]);
    return out;
  }

  double[] densities() {
    return rho.clone();
  }

  double[] separationsToDenser() {
    return delta.clone();
  }

  /** The rows with the highest scores, highest first, lower index first among equals. */
  int[] centres(int count) {
    double[] score = scores();
    return java.util.stream.IntStream.range(0, n)
        .boxed()
        .sorted((a, b) -> score[a] == score[b] ? a - b : Double.compare(score[b], score[a]))
        .limit(count)
        .mapToInt(i -> i)
        .toArray();
  }

  /** For each row the position in centres of the nearest one; a centre belongs to itself. */
  int[] assign(int[] centres) {
    int[] cluster = new int[n];
    for (int i = 0; i < n; i++) {
      for (int c = 1; c < centres.length; c++) {
        if (at(i, centres[c]) < at(i, centres[cluster[i]])) {
          cluster[i] = c;
        }
      }
    }
    for (int c = 0; c < centres.length; c++) {
      cluster[centres[c]] = c;
    }
    return cluster;
  }

  private double at(int i, int j) {
    return distance[i * n + j];
  }

  /**
   * Differences, not a Gram matrix, so that near duplicates stay exact. The transposed copy lets
   * the inner loop run over points, which the compiler turns into vector code.
   */
  private double[] distances(Matrix rows) {
    int width = rows.cols();
    double[] transposed = new double[n * width];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < width; c++) {
        transposed[c * n + i] = rows.get(i, c);
      }
    }
    double[] out = new double[n * n];
    double scale = 1 / Math.sqrt(width);
    for (int i = 0; i < n; i++) {
      double[] squares = new double[n];
      for (int c = 0; c < width; c++) {
        addSquares(squares, transposed, c * n, i);
      }
      for (int j = i + 1; j < n; j++) {
        double d = Math.sqrt(squares[j]) * scale;
        out[i * n + j] = d;
        out[j * n + i] = d;
      }
    }
    return out;
  }

  /** Adds what one coordinate contributes to the distances from point i to those behind it. */
  private static void addSquares(double[] squares, double[] points, int from, int i) {
    double own = points[from + i];
    for (int j = i + 1; j < squares.length; j++) {
      double d = own - points[from + j];
      squares[j] += d * d;
    }
  }

  private double[] densities(int neighbours) {
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      double[] row = Arrays.copyOfRange(distance, i * n, (i + 1) * n);
      Arrays.sort(row);
      double sum = 0;
      for (int k = 0; k < neighbours; k++) {
        sum += row[k] * row[k];
      }
      out[i] = StrictMath.exp(-sum / neighbours);
    }
    return out;
  }

  private double[] separations() {
    double largest = Arrays.stream(distance).max().orElse(0);
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < n; j++) {
        if (isDenser(j, i)) {
          nearest = Math.min(nearest, at(i, j));
        }
      }
      out[i] = Double.isInfinite(nearest) ? largest : nearest;
    }
    return out;
  }

  private boolean isDenser(int j, int i) {
    return rho[j] > rho[i] || rho[j] == rho[i] && j < i;
  }
}
