package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.LeadingVectors;
import io.qcpruner.core.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
    double[][] vectors = LeadingVectors.of(gram(features), Math.min(groups, n)).vectors();
    Matrix loadings = Matrix.zeros(n, vectors.length);
    for (int g = 0; g < vectors.length; g++) {
      for (int i = 0; i < n; i++) {
        loadings.data()[loadings.offset(i) + g] = (float) Math.abs(vectors[g][i]);
      }
    }
    int[] group = new int[n];
    for (int i = 0; i < n; i++) {
      group[i] = Kernels.topK(loadings.row(i), 1)[0];
    }
    return new PcaGroups(loadings, group);
  }

  /** Products of the tokens' rows after the sigmoid, centred: tokens are the variables. */
  static double[][] gram(Matrix features) {
    Matrix gram = Kernels.dots(Kernels.centredSigmoids(features));
    double[][] out = new double[gram.rows()][gram.rows()];
    IntStream.range(0, out.length)
        .parallel()
        .forEach(
            i -> {
              for (int j = 0; j < out.length; j++) {
                out[i][j] = gram.get(i, j);
              }
            });
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
      out.add(IntStream.range(0, group.length).filter(i -> group[i] == wanted).toArray());
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
