package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Weights stay in their stored 16-bit type; arithmetic is float. A prompt's rows: the weight is
 * widened into the request's scratch, part by part, so that a part is still in the cache when it is
 * multiplied. New tokens: the kernel widens in registers.
 */
final class NarrowLinear implements Linear {
  /** Outputs that are widened at a time: 2 MB of floats at width 1024, 8 MB at 4096. */
  private static final long PART = 512;

  private final Tensor weight;
  private final TensorOptional bias;

  NarrowLinear(Tensor weight, TensorOptional bias) {
    this.weight = weight;
    this.bias = bias;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    long outputs = weight.size(0);
    if (outputs <= PART) {
      return torch.linear(x, workspace.widen(weight), bias);
    }
    long[] shape = Tensors.shape(x);
    shape[shape.length - 1] = outputs;
    Tensor y = Tensors.emptyLike(x, shape);
    for (long from = 0; from < outputs; from += PART) {
      Slice part = new Slice(from, Math.min(PART, outputs - from));
      Scopes.run(
          () -> {
            Tensor w = workspace.widen(part.of(weight, 0));
            part.of(y, -1).copy_(torch.linear(x, w, part.of(bias)));
          });
    }
    return y;
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
