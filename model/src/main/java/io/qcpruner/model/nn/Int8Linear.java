package io.qcpruner.model.nn;

import io.qcpruner.kernels.Int8Matrix;
import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits with one scale for each output, mapped from a file or made when the
 * model was opened.
 */
final class Int8Linear extends KernelLinear {
  private static final double LARGEST = 127;

  private final PackedParts parts; // keeps the memory of the matrix
  private final Int8Matrix matrix;
  private final Slice outputs;

  /**
   * @param outputs of the matrix that are wanted
   * @param bias of these outputs, or without a value
   */
  Int8Linear(PackedParts parts, int inputs, Slice outputs, TensorOptional bias) {
    super(outputs.length(), inputs, true, bias);
    this.parts = parts;
    this.outputs = outputs;
    this.matrix =
        new Int8Matrix(
            Math.toIntExact(parts.scales().size(0)),
            inputs,
            NativeBytes.of(parts.codes()),
            NativeBytes.of(parts.sums().orElseThrow()),
            NativeBytes.of(parts.scales()));
  }

  /** All outputs of a matrix. */
  static Int8Linear of(Tensor weight, TensorOptional bias) {
    int inputs = Math.toIntExact(weight.size(1));
    return new Int8Linear(PackedParts.int8(weight), inputs, new Slice(0, weight.size(0)), bias);
  }

  /** Symmetric, so that the zero point is 0 in every channel. */
  static Tensor quantize(Tensor weight, Tensor scales) {
    Tensor wide = weight.to(ScalarType.Float);
    Tensor zeroPoints = torch.zeros_like(scales).to(ScalarType.Long);
    return torch.quantize_per_channel(wide, scales, zeroPoints, 0, ScalarType.QInt8);
  }

  /** The scale of each output, [out]. */
  static Tensor scales(Tensor weight) {
    long[] columns = {1};
    return weight
        .to(ScalarType.Float)
        .abs()
        .amax(columns, false)
        .div(new Scalar(LARGEST))
        .clamp_min(new Scalar(1e-12));
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
            workspace.room(RowKernels.scratchBytes(x.rows(), x.width())));
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    Slice own = new Slice(outputs.from() + part.from(), part.length());
    return PackedParts.rowsOf(parts.codes(), matrix.inputs(), own)
        .to(ScalarType.Float)
        .mul(own.of(parts.scales(), 0).unsqueeze(1));
  }
}
