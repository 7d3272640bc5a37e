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
}
