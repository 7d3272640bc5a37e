package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.FloatMatrix;
import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A weight matrix as it lies in memory. Nothing of it is copied; its address is asked for each
 * time, because the owner of a tensor may move it.
 */
final class MappedMatrix {
  private MappedMatrix() {}

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

  /** Of {@link KernelLinear#product}, as many outputs at a time as buffers can hold. */
  static void multiply(
      Tensor weight,
      Slice outputs,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer room) {
    StoredType type = type(weight);
    int in = Math.toIntExact(weight.size(1));
    long rowBytes = (long) in * type.bytes();
    int step = (int) Math.max(1, NativeBytes.MOST / rowBytes);
    for (int from = 0; from < outputs.length(); from += step) {
      int count = (int) Math.min(step, outputs.length() - from);
      ByteBuffer numbers =
          NativeBytes.of(weight, (outputs.from() + from) * rowBytes, count * rowBytes);
      ByteBuffer to = y.slice(Float.BYTES * from, y.capacity() - Float.BYTES * from);
      RowKernels.ofThisMachine()
          .multiply(
              new FloatMatrix(type, count, in, numbers),
              x,
              rows,
              to.order(ByteOrder.LITTLE_ENDIAN),
              stride,
              room);
    }
  }
}
