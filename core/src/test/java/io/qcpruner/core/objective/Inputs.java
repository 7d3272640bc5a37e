package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Random;

/** Random affinities and utilities of different character. */
final class Inputs {

  private Inputs() {}

  static Matrix gaussian(Random random, int rows, int cols) {
    Matrix m = Matrix.zeros(rows, cols);
    for (int i = 0; i < m.data().length; i++) {
      m.data()[i] = (float) random.nextGaussian();
    }
    return m;
  }

  static Matrix gaussianCosine(Random random, int n) {
    return Kernels.cosine(gaussian(random, n, 9));
  }

  /** Runs of neighbours around shared centres. */
  static Matrix clusteredCosine(Random random, int n) {
    Matrix centres = gaussian(random, n / 20 + 1, 16);
    Matrix x = gaussian(random, n, 16);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 16; c++) {
        x.data()[x.offset(i) + c] = 0.3f * x.get(i, c) + centres.get(i / 20, c);
      }
    }
    return Kernels.cosine(x);
  }

  /** Affinities that are quarters, so that sums are exact and ties many. */
  static Matrix coarse(Random random, int n) {
    Matrix m = Matrix.zeros(n, n);
    for (int i = 0; i < m.data().length; i++) {
      m.data()[i] = (random.nextInt(7) - 2) / 4f;
    }
    return m;
  }

  static float[] utility(Random random, int n) {
    float[] u = new float[n];
    for (int i = 0; i < n; i++) {
      u[i] = random.nextFloat();
    }
    return u;
  }

  static float[] coarseUtility(Random random, int n) {
    float[] u = new float[n];
    for (int i = 0; i < n; i++) {
      u[i] = random.nextInt(3) / 2f;
    }
    return u;
  }
}
