package io.qcpruner.model.nn;

import java.util.List;
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

  /** The same with float products and sums, even where few rows use narrower arithmetic. */
  default Tensor forwardInFloat(Tensor x, Workspace workspace) {
    return forward(x, workspace);
  }

  /** The map whose outputs are those of the shards, one after the other. */
  static Linear concatenated(List<Linear> shards) {
    return shards.size() == 1 ? shards.get(0) : new ConcatenatedLinear(shards);
  }
}
