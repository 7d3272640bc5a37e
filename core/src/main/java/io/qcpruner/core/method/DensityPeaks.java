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

  private final int n;

  private final PairDistances distances;

  private final double[] rho;
  private final double[] delta;

  /**
   * @param rows the points
   * @param neighbours how many smallest distances of a row (itself included) make its density
   */
  DensityPeaks(Matrix rows, int neighbours) {
    n = rows.rows();
    distances = new PairDistances(rows);
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
    rows().forEach(i -> cluster[i] = distances.nearest(i, centres));
    for (int c = 0; c < centres.length; c++) {
      cluster[centres[c]] = c;
    }
    return cluster;
  }

  private IntStream rows() {
    return IntStream.range(0, n).parallel();
  }

  private double[] densities(int neighbours) {
    double[] out = new double[n];
    rows()
        .forEach(
            i -> {
              double[] nearest = distances.smallest(i, neighbours);
              double sum = 0;
              for (double d : nearest) {
                sum += d * d;
              }
              out[i] = StrictMath.exp(-sum / neighbours);
            });
    return out;
  }

  private double[] separations() {
    double[] out = new double[n];
    rows()
        .forEach(
            i -> {
              int[] denser = IntStream.range(0, n).filter(j -> isDenser(j, i)).toArray();
              out[i] = denser.length == 0 ? distances.largest() : distances.least(i, denser);
            });
    return out;
  }

  private boolean isDenser(int j, int i) {
    return rho[j] > rho[i] || rho[j] == rho[i] && j < i;
  }
}
