package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.linalg.NaiveSums;
import java.util.Arrays;

/** Density peaks with every distance, as the formulas say. */
record NaiveDensityPeaks(double[][] distance, double[] rho, double[] delta) {

  static NaiveDensityPeaks of(Matrix z, int neighbours) {
    int n = z.rows();
    double[][] distance = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int a = Math.min(i, j);
        int b = Math.max(i, j);
        double squares = NaiveSums.sumOfSquares(z.cols(), c -> (double) z.get(a, c) - z.get(b, c));
        distance[i][j] = Math.sqrt(squares) * (1 / Math.sqrt(z.cols()));
      }
    }
    double[] rho = new double[n];
    for (int i = 0; i < n; i++) {
      double[] sorted = distance[i].clone();
      Arrays.sort(sorted);
      double sum = 0;
      for (int k = 0; k < neighbours; k++) {
        sum += sorted[k] * sorted[k];
      }
      rho[i] = StrictMath.exp(-sum / neighbours);
    }
    double[] delta = new double[n];
    double largest = Arrays.stream(distance).flatMapToDouble(Arrays::stream).max().orElse(0);
    for (int i = 0; i < n; i++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < n; j++) {
        if (rho[j] > rho[i] || rho[j] == rho[i] && j < i) {
          nearest = Math.min(nearest, distance[i][j]);
        }
      }
      delta[i] = Double.isInfinite(nearest) ? largest : nearest;
    }
    return new NaiveDensityPeaks(distance, rho, delta);
  }

  int[] assign(int[] centres) {
    int[] cluster = new int[rho.length];
    for (int i = 0; i < cluster.length; i++) {
      for (int c = 1; c < centres.length; c++) {
        if (distance[i][centres[c]] < distance[i][centres[cluster[i]]]) {
          cluster[i] = c;
        }
      }
    }
    for (int c = 0; c < centres.length; c++) {
      cluster[centres[c]] = c;
    }
    return cluster;
  }
}
