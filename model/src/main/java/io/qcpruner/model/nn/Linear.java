package io.qcpruner.model.nn;

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
   * The same map restricted to some outputs, without a copy of the weights. The result lives in the
   * scope of the caller.
   *
   * @throws UnsupportedOperationException if the weights are packed
   */
  default Linear outputs(Slice outputs) {
    throw new UnsupportedOperationException("packed weights can't be split");
  }
}
