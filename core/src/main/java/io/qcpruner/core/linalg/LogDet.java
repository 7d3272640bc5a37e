package io.qcpruner.core.linalg;

/**
 * One step of the growing Cholesky factor behind greedy log-determinants. Elements are independent
 * of each other, so the order of the loop does not touch the bits.
 */
final class LogDet {

  private LogDet() {}

  static void update(
      Matrix similarity,
      float[] quality,
      int pick,
      double[][] factors,
      int count,
      double[] residual) {
    double[] e = factors[count];
    int row = similarity.offset(pick);
    double pickQuality = quality[pick];
    float[] s = similarity.data();
    for (int i = 0; i < e.length; i++) {
      e[i] = pickQuality * s[row + i] * quality[i];
    }
    for (int t = 0; t < count; t++) {
      subtractScaled(e, factors[t], factors[t][pick]);
    }
    double root = Math.sqrt(residual[pick]);
    for (int i = 0; i < e.length; i++) {
      e[i] = e[i] / root;
      residual[i] -= e[i] * e[i];
    }
    residual[pick] = Double.NEGATIVE_INFINITY;
  }

  private static void subtractScaled(double[] e, double[] c, double factor) {
    for (int i = 0; i < e.length; i++) {
      e[i] -= factor * c[i];
    }
  }
}
