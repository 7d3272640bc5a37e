package io.qcpruner.model.nn;

import java.util.List;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Tensor;

/** y = x Wᵀ + b. */
public interface Linear {

  /**
   * Maps the last dimension.
   *
   * @param x [..., in] in the compute type
   * @param workspace scratch of the running request
   */
  Tensor forward(Tensor x, Workspace workspace);

  /**
   * The same for rows of different requests: no row has an effect on the result of another beyond
   * the order of sums.
   *
   * @param x [1, rows, in]
   */
  default Tensor forwardEach(Tensor x, Workspace workspace) {
    return forward(x, workspace);
  }

  /**
   * The same for rows in Java arrays; no row has an effect on the result of another beyond the
   * order of sums.
   *
   * @param at index in y of output 0 of row 0
   * @param stride distance of rows in y
   */
  default void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    Scopes.run(
        () -> {
          Tensor out = forwardEach(workspace.input(x), workspace);
          int width = Math.toIntExact(out.size(-1));
          FloatPointer made = new FloatPointer(out.contiguous().data_ptr());
          for (int r = 0; r < x.rows(); r++) {
            made.position((long) r * width).get(y, at + r * stride, width);
          }
        });
  }

  /** Starts to compile kernels of this program that a first answer needs. */
  default void warmUp() {}

  /**
   * Starts to compile others: those of prompts, of which the first is over before they are
   * compiled, and of several requests.
   */
  default void warmUpLater() {}

  /** The map whose outputs are those of the shards, one after the other. */
  static Linear concatenated(List<Linear> shards) {
    return shards.size() == 1 ? shards.get(0) : new ConcatenatedLinear(shards);
  }
}
