package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights already in the compute type. Where gradients are recorded, on other devices and for other
 * types than float the tensor library multiplies, differentiable in the input, the weight and the
 * bias.
 */
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
    return isForKernels(x) ? super.forward(x, workspace) : torch.linear(x, weight, bias());
  }

  private boolean isForKernels(Tensor x) {
    return matrix != null
        && RowKernels.ofThisMachine().servesPrompts(false)
        && x.is_cpu()
        && x.scalar_type().intern() == ScalarType.Float
        && !x.requires_grad()
        && !recordsGradients();
  }

  @Override
  public boolean recordsGradients() {
    return weight.requires_grad() || bias().has_value() && bias().get().requires_grad();
  }

  @Override
  public boolean isByKernels(int rows) {
    return matrix != null && super.isByKernels(rows);
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
