package io.qcpruner.model.nn;

import io.qcpruner.kernels.CodeMatrix;
import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/** Weights of 8 or 4 bits, mapped from a file or rounded when the model was opened. */
final class CodeLinear extends KernelLinear {
  private final PackedParts parts; // keeps the memory of the matrix
  private final CodeMatrix matrix;
  private final Slice outputs;

  /**
   * @param matrix over the memory of the parts
   * @param outputs of the matrix that are wanted
   * @param bias of these outputs, or without a value
   */
  CodeLinear(PackedParts parts, CodeMatrix matrix, Slice outputs, TensorOptional bias) {
    super(outputs.length(), matrix.inputs(), true, bias);
    this.parts = parts;
    this.outputs = outputs;
    this.matrix = matrix;
  }

  @Override
  void product(Slice part, FewRows x, ByteBuffer y, int stride, Workspace workspace) {
    int first = (int) (outputs.from() + part.from());
    workspace
        .kernels()
        .multiply(
            matrix,
            first,
            (int) part.length(),
            x.numbers(),
            x.rows(),
            y,
            stride,
            workspace.buffer(RowKernels.scratchBytes(x.rows(), x.width())));
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    int in = matrix.inputs();
    float[] wide = new float[(int) part.length() * in];
    for (int o = 0; o < part.length(); o++) {
      int output = (int) (outputs.from() + part.from()) + o;
      System.arraycopy(matrix.weights(output), 0, wide, o * in, in);
    }
    return Tensors.ofFloats(wide, workspace.placement(), part.length(), matrix.inputs());
  }
}
