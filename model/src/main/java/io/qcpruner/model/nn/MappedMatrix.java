package io.qcpruner.model.nn;

import io.qcpruner.kernels.FloatMatrix;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.StoredType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A weight matrix as it lies in memory, for kernels. Nothing of it is copied. */
final class MappedMatrix {
  private final List<FloatMatrix> blocks; // all but the last have the same number of outputs

  /**
   * @param weight [outputs, inputs], {@link #isReadable}; it must outlive this
   */
  MappedMatrix(Tensor weight) {
    StoredType type = type(weight);
    long outputs = weight.size(0);
    int in = Math.toIntExact(weight.size(1));
    long rowBytes = (long) in * type.bytes();
    long step = Math.max(1, NativeBytes.MOST / Math.max(1, rowBytes));
    List<FloatMatrix> made = new ArrayList<>();
    for (long from = 0; from < outputs; from += step) {
      int count = (int) Math.min(step, outputs - from);
      ByteBuffer numbers = NativeBytes.of(weight, from * rowBytes, count * rowBytes);
      made.add(new FloatMatrix(type, count, in, numbers));
    }
    this.blocks = List.copyOf(made);
  }

  /** Whether the kernels can read this matrix. */
  static boolean isReadable(Tensor weight) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        && weight.is_cpu()
        && weight.dim() == 2
        && weight.is_contiguous()
        && type(weight) != null;
  }

  private static StoredType type(Tensor weight) {
    ScalarType type = weight.scalar_type().intern();
    if (type == ScalarType.Float) {
      return StoredType.F32;
    }
    if (type == ScalarType.Half) {
      return StoredType.F16;
    }
    return type == ScalarType.BFloat16 ? StoredType.BF16 : null;
  }

  /** Row {@code index} of the matrix as floats, into out from index {@code at}. */
  static void row(Tensor matrix, int index, float[] out, int at) {
    if (index < 0 || index >= matrix.size(0)) {
      throw new IndexOutOfBoundsException("row " + index + " of " + matrix.size(0));
    }
    StoredType type = type(matrix);
    int width = Math.toIntExact(matrix.size(1));
    long bytes = (long) width * type.bytes();
    ByteBuffer row = NativeBytes.of(matrix, index * bytes, bytes);
    if (type == StoredType.F32) {
      row.asFloatBuffer().get(out, at, width);
      return;
    }
    for (int i = 0; i < width; i++) {
      out[at + i] = type.number(row.getShort(Short.BYTES * i));
    }
  }

  /** See {@link KernelLinear#product}. */
  void multiply(Slice outputs, FewRows x, ByteBuffer y, int stride, Workspace workspace) {
    int first = 0; // of the block
    for (FloatMatrix block : blocks) {
      int from = (int) Math.max(outputs.from(), first);
      int end = (int) Math.min(outputs.from() + outputs.length(), first + block.outputs());
      if (from < end) {
        int at = Float.BYTES * (int) (from - outputs.from());
        workspace
            .kernels()
            .multiply(
                part(block, from - first, end - from),
                x.numbers(),
                x.rows(),
                y.slice(at, y.capacity() - at).order(ByteOrder.LITTLE_ENDIAN),
                stride,
                workspace.buffer(RowKernels.scratchBytes(x.rows(), x.width())));
      }
      first += block.outputs();
    }
  }

  private static FloatMatrix part(FloatMatrix block, int from, int count) {
    if (from == 0 && count == block.outputs()) {
      return block;
    }
    int rowBytes = block.inputs() * block.type().bytes();
    ByteBuffer numbers = block.numbers().slice(from * rowBytes, count * rowBytes);
    return new FloatMatrix(
        block.type(), count, block.inputs(), numbers.order(ByteOrder.LITTLE_ENDIAN));
  }
}
