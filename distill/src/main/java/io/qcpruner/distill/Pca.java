package io.qcpruner.distill;

import io.qcpruner.core.linalg.SymmetricEigen;
import java.util.stream.IntStream;

/**
 * Principal components by the covariance route, in double precision.
 *
 * @param means column means of the rows
 * @param values all eigenvalues of the covariance, descending
 * @param directions the kept eigenvectors, one per row, the component of largest magnitude positive
 */
record Pca(double[] means, double[] values, double[][] directions) {

  static Pca fit(float[][] rows, int kept) {
    int width = rows[0].length;
    double[] means = means(rows);
    double[][] covariance = covariance(rows, means);
    SymmetricEigen eigen = new SymmetricEigen(covariance);
    int[] order = eigen.largest(width);
    double[] values = IntStream.of(order).mapToDouble(eigen::value).toArray();
    double[][] directions = new double[Math.min(kept, width)][];
    for (int i = 0; i < directions.length; i++) {
      directions[i] = signed(eigen.vector(order[i]));
    }
    return new Pca(means, values, directions);
  }

  /** The row, centred and turned onto the kept directions. */
  double[] project(float[] row) {
    double[] out = new double[directions.length];
    for (int d = 0; d < out.length; d++) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += (row[j] - means[j]) * directions[d][j];
      }
      out[d] = sum;
    }
    return out;
  }

  /** The share of the variance that the kept directions carry. */
  double keptVariance() {
    double kept = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      all += values[i];
      kept += i < directions.length ? values[i] : 0;
    }
    return kept / all;
  }

  private static double[] means(float[][] rows) {
    double[] sums = new double[rows[0].length];
    for (float[] row : rows) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += row[j];
      }
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= rows.length;
    }
    return sums;
  }

  private static double[][] covariance(float[][] rows, double[] means) {
    int width = means.length;
    double[][] sums = new double[width][width];
    double[] centred = new double[width];
    for (float[] row : rows) {
      for (int j = 0; j < width; j++) {
        centred[j] = row[j] - means[j];
      }
      for (int i = 0; i < width; i++) {
        double left = centred[i];
        double[] out = sums[i];
        for (int j = i; j < width; j++) {
          out[j] += left * centred[j];
        }
      }
    }
    for (int i = 0; i < width; i++) {
      for (int j = i; j < width; j++) {
        sums[i][j] /= rows.length - 1;
        sums[j][i] = sums[i][j];
      }
    }
    return sums;
  }

  /** An eigenvector's sign is free; this rule makes it the same everywhere. */
  private static double[] signed(double[] vector) {
    int largest = 0;
    for (int i = 1; i < vector.length; i++) {
      if (Math.abs(vector[i]) > Math.abs(vector[largest])) {
        largest = i;
      }
    }
    double sign = vector[largest] < 0 ? -1 : 1;
    double[] out = new double[vector.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = sign * vector[i];
    }
    return out;
  }
}
