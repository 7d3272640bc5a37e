package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Matrix;
import io.qcpruner.model.kernel.RowKernels;
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

  Int8Linear(PackedParts parts, TensorOptional bias) {
    super(parts.codes().size(0), parts.codes().size(1), true, bias);
    this.parts = parts;
    this.matrix =
        new Int8Matrix(
            Math.toIntExact(parts.codes().size(0)),
            Math.toIntExact(parts.codes().size(1)),
            NativeBytes.of(parts.codes()),
            NativeBytes.of(parts.sums().orElseThrow()),
            NativeBytes.of(parts.scales()));
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
  void product(Slice part, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    Int8Matrix own = matrix.rows((int) part.from(), (int) part.length());
    RowKernels.ofThisMachine().multiply(own, x, rows, y, stride, room);
  }

  @Override
  Tensor widened(Slice part, Workspace workspace) {
    PackedParts rows = parts.rows(part);
    return rows.codes().to(ScalarType.Float).mul(rows.scales().unsqueeze(1));
  }
}
