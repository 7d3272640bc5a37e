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

  private double[] distances(Matrix rows) {
    double[] out = new double[n * n];
    double scale = 1 / Math.sqrt(rows.cols());
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double d = Math.sqrt(squaredDistance(rows, i, j)) * scale;
        out[i * n + j] = d;
        out[j * n + i] = d;
      }
    }
    return out;
  }

  /** Four running sums: differences, not a Gram matrix, so that near duplicates stay exact. */
  private static double squaredDistance(Matrix rows, int i, int j) {
    float[] x = rows.data();
    int a = rows.offset(i);
    int b = rows.offset(j);
    int width = rows.cols();
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int c = 0;
    for (; c + 4 <= width; c += 4) {
      double d0 = x[a + c] - x[b + c];
      double d1 = x[a + c + 1] - x[b + c + 1];
      double d2 = x[a + c + 2] - x[b + c + 2];
      double d3 = x[a + c + 3] - x[b + c + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; c < width; c++) {
      double d = x[a + c] - x[b + c];
      s0 += d * d;
    }
    return s0 + s1 + (s2 + s3);
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
