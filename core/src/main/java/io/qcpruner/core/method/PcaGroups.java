package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.linalg.SymmetricEigen;
import java.util.ArrayList;
import java.util.List;

/**
 * PruneSID's grouping: principal components over the tokens, each token in the group of the
 * component it loads on most. Published code uses a randomised decomposition; this one is exact, so
 * groups repeat.
 *
 * @param loadings [N, G] absolute loadings
 * @param group the group of each token
 */
record PcaGroups(Matrix loadings, int[] group) {

  /**
   * @param features [N, d] rows before the sigmoid
   */
  static PcaGroups of(Matrix features, int groups) {
    int n = features.rows();
    Matrix centred = centredSigmoid(features);
    Matrix gram = Kernels.dots(centred, centred);
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = gram.get(i, j);
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(a, Math.min(groups, n));
    int[] top = eigen.largest(Math.min(groups, n));
    Matrix loadings = Matrix.zeros(n, top.length);
    for (int g = 0; g < top.length; g++) {
      double[] vector = eigen.vector(top[g]);
      for (int i = 0; i < n; i++) {
        loadings.data()[loadings.offset(i) + g] = (float) Math.abs(vector[i]);
      }
    }
    int[] group = new int[n];
    for (int i = 0; i < n; i++) {
      group[i] = Kernels.topK(loadings.row(i), 1)[0];
    }
    return new PcaGroups(loadings, group);
  }

  /** Each row through the sigmoid, minus its mean: tokens are the variables. */
  private static Matrix centredSigmoid(Matrix features) {
    Matrix out = Matrix.zeros(features.rows(), features.cols());
    int width = features.cols();
    double[] row = new double[width];
    for (int i = 0; i < features.rows(); i++) {
      double mean = 0;
      for (int c = 0; c < width; c++) {
        row[c] = 1 / (1 + StrictMath.exp(-features.get(i, c)));
        mean += row[c];
      }
      mean /= width;
      for (int c = 0; c < width; c++) {
        out.data()[out.offset(i) + c] = (float) (row[c] - mean);
      }
    }
    return out;
  }

  int count() {
    return loadings.cols();
  }

  /** Members of each group, ascending. */
  List<int[]> members() {
    List<int[]> out = new ArrayList<>();
    for (int g = 0; g < count(); g++) {
      int wanted = g;
      out.add(
          java.util.stream.IntStream.range(0, group.length)
              .filter(i -> group[i] == wanted)
              .toArray());
    }
    return out;
  }

  /** How much each token loads on its own group's component. */
  float[] ownLoadings() {
    float[] out = new float[group.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = loadings.get(i, group[i]);
    }
    return out;
  }
}
