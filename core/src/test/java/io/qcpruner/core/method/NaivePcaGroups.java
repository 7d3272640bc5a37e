package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.linalg.SymmetricEigen;

/** PruneSID's groups one number after the other, by the whole decomposition of all products. */
final class NaivePcaGroups {

  private NaivePcaGroups() {}

  static PcaGroups of(Matrix features, int groups) {
    int n = features.rows();
    Matrix centred = Matrix.zeros(n, features.cols());
    for (int i = 0; i < n; i++) {
      double mean = 0;
      for (float x : features.row(i)) {
        mean += sigmoid(x);
      }
      mean /= features.cols();
      for (int c = 0; c < features.cols(); c++) {
        centred.data()[centred.offset(i) + c] = (float) (sigmoid(features.get(i, c)) - mean);
      }
    }
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = Kernels.dot(centred, i, centred, j);
      }
    }
    int count = Math.min(groups, n);
    SymmetricEigen eigen = new SymmetricEigen(a, count);
    int[] top = eigen.largest(count);
    Matrix loadings = Matrix.zeros(n, count);
    int[] group = new int[n];
    for (int g = 0; g < count; g++) {
      double[] vector = eigen.vector(top[g]);
      for (int i = 0; i < n; i++) {
        loadings.data()[loadings.offset(i) + g] = (float) Math.abs(vector[i]);
        if (loadings.get(i, g) > loadings.get(i, group[i])) {
          group[i] = g;
        }
      }
    }
    return new PcaGroups(loadings, group);
  }

  private static double sigmoid(float x) {
    return 1 / (1 + StrictMath.exp(-x));
  }
}
