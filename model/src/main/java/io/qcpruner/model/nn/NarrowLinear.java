package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/** Weights of 16 bits, stored or rounded to that; arithmetic is float. */
final class NarrowLinear extends KernelLinear {
  private final Tensor weight;
  private final MappedMatrix matrix;

  /**
   * @param weight [out, in], contiguous
   */
  NarrowLinear(Tensor weight, TensorOptional bias) {
    super(weight.size(0), weight.size(1), false, bias);
    this.weight = weight;
    this.matrix = new MappedMatrix(weight);
  }

  @Override
  void product(Slice part, FewRows x, ByteBuffer y, int stride, Workspace workspace) {
    matrix.multiply(part, x, y, stride, workspace);
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    return workspace.widen(part.of(weight, 0));
  }
}
