package io.qcpruner.model.nn;

import io.qcpruner.kernels.Int4Matrix;
import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * Weights rounded to 4 bits, 32 inputs of an output with a scale of their own: 4.5 bits a weight.
 */
final class Int4Linear extends KernelLinear {
  private final Int4Store store; // keeps the memory of the matrix
  private final Slice outputs;

  /**
   * @param outputs of the matrix that are wanted
   * @param bias of these outputs, or without a value
   */
  Int4Linear(Int4Store store, Slice outputs, TensorOptional bias) {
    super(outputs.length(), store.matrix().inputs(), true, bias);
    this.store = store;
    this.outputs = outputs;
  }

  @Override
  void product(Slice part, FewRows x, ByteBuffer y, int stride, Workspace workspace) {
    int first = (int) (outputs.from() + part.from());
    workspace
        .kernels()
        .multiply(
            store.matrix(),
            first,
            (int) part.length(),
            x.numbers(),
            x.rows(),
            y,
            stride,
            workspace.room(RowKernels.scratchBytes(x.rows(), x.width())));
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    Int4Matrix matrix = store.matrix();
    float[] wide = new float[(int) part.length() * matrix.inputs()];
    for (int i = 0; i < wide.length; i++) {
      int output = (int) (outputs.from() + part.from()) + i / matrix.inputs();
      wide[i] = matrix.weight(output, i % matrix.inputs());
    }
    return Tensors.ofFloats(wide, workspace.placement(), part.length(), matrix.inputs());
  }
}
