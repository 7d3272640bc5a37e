package io.qcpruner.distill;

/**
 * Smooth inverse frequency weights (Arora, Liang, Ma: "A Simple but Tough-to-Beat Baseline for
 * Sentence Embeddings"), with the row number standing in for the frequency rank.
 *
 * <p>Paper symbol = our name: a = {@link #COEFFICIENT}, p(w) = share.
 */
final class SifWeights {

  static final double COEFFICIENT = 1e-4;

  private SifWeights() {}

  static double[] of(int rows) {
    double total = 0;
    for (int i = 0; i < rows; i++) {
      total += 1.0 / (i + 2);
    }
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      double share = 1.0 / (i + 2) / total;
      weights[i] = COEFFICIENT / (COEFFICIENT + share);
    }
    return weights;
  }
}
