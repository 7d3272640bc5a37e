package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Weights already in the compute type. Differentiable in the input, the weight and the bias. */
final class PlainLinear extends KernelLinear {
  private final Tensor weight;
  private final MappedMatrix matrix; // null if kernels can't read it

  PlainLinear(Tensor weight, TensorOptional bias) {
    super(weight.size(0), weight.size(1), false, bias);
    this.weight = weight;
    this.matrix = MappedMatrix.isReadable(weight) ? new MappedMatrix(weight) : null;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return torch.linear(x, weight, bias());
  }

  @Override
  public boolean isByKernels(int rows) {
    return matrix != null && !isPrompt(rows);
  }

  @Override
  void product(Slice part, FewRows x, ByteBuffer y, int stride, Workspace workspace) {
    matrix.multiply(part, x, y, stride, workspace);
  }

  @Override
  long outputsAtATime() {
    return weight.size(0); // they are wide already
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    return part.of(weight, 0);
  }
}
