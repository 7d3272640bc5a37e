package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Weights already in the compute type. Differentiable in the input, the weight and the bias. */
final class PlainLinear extends KernelLinear {
  private final Tensor weight;

  PlainLinear(Tensor weight, TensorOptional bias) {
    super(weight.size(0), weight.size(1), false, bias);
    this.weight = weight;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return torch.linear(x, weight, bias());
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    if (MappedMatrix.isReadable(weight)) {
      super.multiply(x, y, at, stride, workspace);
    } else {
      byEngine(x, y, at, stride, workspace);
    }
  }

  @Override
  void product(Slice part, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    MappedMatrix.multiply(weight, part, x, rows, y, stride, room);
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    return part.of(weight, 0);
  }
}
