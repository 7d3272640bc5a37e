package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Density-peak clustering: a centre is dense and far from anything denser. Method of "Clustering by
 * fast search and find of density peaks" with densities from nearest neighbours, as used by
 * SparseVLM and FastVID. Symbols: rho = density, delta = distance to the nearest denser row.
 *
 * <p>Published code adds tiny random noise to make densities distinct. Here the row with the lower
 * index counts as the denser one of two equals, so results repeat.
 */
final class DensityPeaks {

  /** Points whose distances are summed together. */
  private static final int POINTS = 8;

  /** Coordinates that are transposed together. */
  private static final int COLUMNS = 16;

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
    return IntStream.range(0, n)
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
   * the inner loop run over points, which the compiler turns into vector code; a few points at a
   * time take in each coordinate, while it is in cache. Every sum runs over the coordinates in
   * order, so neither blocks nor threads change a bit.
   */
  private double[] distances(Matrix rows) {
    double[] points = transposed(rows);
    double[] out = new double[n * n];
    double scale = 1 / Math.sqrt(rows.cols());
    IntStream.range(0, (n + POINTS - 1) / POINTS)
        .parallel()
        .forEach(block -> distances(points, rows.cols(), block * POINTS, scale, out));
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        out[j * n + i] = out[i * n + j];
      }
    }
    return out;
  }

  private double[] transposed(Matrix rows) {
    int width = rows.cols();
    double[] out = new double[n * width];
    IntStream.range(0, (width + COLUMNS - 1) / COLUMNS)
        .parallel()
        .forEach(
            block -> {
              int to = Math.min(width, (block + 1) * COLUMNS);
              for (int i = 0; i < n; i++) {
                int from = rows.offset(i);
                for (int c = block * COLUMNS; c < to; c++) {
                  out[c * n + i] = rows.data()[from + c];
                }
              }
            });
    return out;
  }

  /** Distances of a few points to all behind them. */
  private void distances(double[] points, int width, int first, double scale, double[] out) {
    int last = Math.min(first + POINTS, n);
    int four = width - width % 4;
    for (int c = 0; c < four; c += 4) {
      for (int i = first; i < last; i++) {
        addFourSquares(out, i * n, points, c * n, i);
      }
    }
    for (int c = four; c < width; c++) {
      for (int i = first; i < last; i++) {
        addSquares(out, i * n, points, c * n, i);
      }
    }
    for (int i = first; i < last; i++) {
      for (int j = i + 1; j < n; j++) {
        out[i * n + j] = Math.sqrt(out[i * n + j]) * scale;
      }
    }
  }

  /** Adds what one coordinate contributes to the distances from point i to those behind it. */
  private void addSquares(double[] squares, int row, double[] points, int from, int i) {
    double own = points[from + i];
    for (int j = i + 1; j < n; j++) {
      double d = own - points[from + j];
      squares[row + j] += d * d;
    }
  }

  /** The same for four coordinates, one after the other. */
  private void addFourSquares(double[] squares, int row, double[] points, int from, int i) {
    int second = from + n;
    int third = second + n;
    int fourth = third + n;
    double own0 = points[from + i];
    double own1 = points[second + i];
    double own2 = points[third + i];
    double own3 = points[fourth + i];
    for (int j = i + 1; j < n; j++) {
      double d0 = own0 - points[from + j];
      double d1 = own1 - points[second + j];
      double d2 = own2 - points[third + j];
      double d3 = own3 - points[fourth + j];
      squares[row + j] = (((squares[row + j] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3;
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
