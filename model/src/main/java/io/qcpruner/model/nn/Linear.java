package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowView;
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

  /** Whether {@link #multiply} does nothing with this many rows but call kernels. */
  default boolean isByKernels(int rows) {
    return false;
  }

  /** Whether gradients of the weights are recorded, which kernels do not. */
  default boolean recordsGradients() {
    return false;
  }

  /**
   * Some of the outputs for rows in native memory, on the calling thread.
   *
   * @param y receives the outputs of each row, the first of these at its start
   */
  default void multiply(Slice outputs, FewRows x, RowView y, Workspace workspace) {
    Scopes.run(
        () -> {
          Tensor out = outputs.of(forward(NativeBytes.tensor(x), workspace), -1);
          NativeBytes.tensor(y, x.rows(), outputs.length()).copy_(out);
        });
  }

  /**
   * The same for rows in native memory, on the calling thread.
   *
   * @param y receives the outputs of each row
   */
  default void multiply(FewRows x, RowView y, Workspace workspace) {
    Scopes.run(
        () -> {
          Tensor out = forward(NativeBytes.tensor(x), workspace);
          NativeBytes.tensor(y, x.rows(), out.size(-1)).copy_(out);
        });
  }
}
