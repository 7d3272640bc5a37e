package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;

/** The input of "One input, all selectors" in the baseline specification, section 9. */
final class SharedExample {

  static final Matrix H =
      Matrix.of(
          new float[] {3, -2, 2},
          new float[] {2, -2, -2},
          new float[] {-1, 1, -1},
          new float[] {1, 2, 4},
          new float[] {-1, 1, 1},
          new float[] {4, 1, 2});
  static final Matrix Z = Matrix.of(new float[] {3, -1, 1}, new float[] {3, 0, 4});
  static final Matrix A =
      Matrix.of(
          new float[] {-0.5f, 1.5f, 0, 0.5f, 2.5f, 3}, new float[] {1.5f, 0, -1, 2.5f, 2.5f, -1});

  private SharedExample() {}

  static Utility utility() {
    return Utility.of(Kernels.cosine(Z, H), A, Cues.FUSED);
  }

  static SelectorInput input(float rho) {
    return new SelectorInput(
        6, utility().utility(), Kernels.cosine(H), H, Kernels.cosine(Z, H), rho);
  }
}
