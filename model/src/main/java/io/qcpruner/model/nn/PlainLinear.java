package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Weights already in the compute type. Differentiable in the input, the weight and the bias. */
final class PlainLinear implements Linear {
  private final Tensor weight;
  private final TensorOptional bias;

  PlainLinear(Tensor weight, TensorOptional bias) {
    this.weight = weight;
    this.bias = bias;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return torch.linear(x, weight, bias);
  }
}
