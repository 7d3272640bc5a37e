package io.qcpruner.model.nn;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Tensor;

/** y = x Wᵀ + b. No row has an effect on the result of another beyond the order of sums. */
public interface Linear {

  /**
   * Maps the last dimension.
   *
   * @param x [..., in] in the compute type
   * @param workspace scratch of the running request
   */
  Tensor forward(Tensor x, Workspace workspace);

  /**
   * The same for rows in Java arrays.
   *
   * @param at index in y of output 0 of row 0
   * @param stride distance of rows in y
   */
  default void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    byEngine(x, y, at, stride, workspace);
  }

  /** {@link #multiply} by {@link #forward}. */
  default void byEngine(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    Scopes.run(
        () -> {
          Tensor out = forward(workspace.input(x), workspace);
          int width = Math.toIntExact(out.size(-1));
          FloatPointer made = new FloatPointer(out.contiguous().data_ptr());
          for (int r = 0; r < x.rows(); r++) {
            made.position((long) r * width).get(y, at + r * stride, width);
          }
        });
  }
}
