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

  @Override
  public void warmUp() {
    MappedMatrix.warmUp(weight);
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    if (MappedMatrix.isReadable(weight)) {
      MappedMatrix.multiply(weight, bias, x, y, at, stride);
    } else {
      Linear.super.multiply(x, y, at, stride, workspace);
    }
  }
}
