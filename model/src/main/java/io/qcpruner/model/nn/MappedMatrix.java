package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.kernel.RowKernels.Use;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Products of few rows with a weight matrix as it lies in memory. Nothing of it is copied; its
 * address is asked for each time, because the owner of a tensor may move it.
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

  /** Starts to compile the kernels that this matrix needs. */
  static void warmUp(Tensor weight) {
    if (isReadable(weight)) {
      RowKernels.warmUp(Use.weights(type(weight)));
    }
  }

  /** x Wᵀ + b into y from index {@code at}, rows at a distance of {@code stride}. */
  static void multiply(
      Tensor weight, TensorOptional bias, FewRows x, float[] y, int at, int stride) {
    StoredType type = type(weight);
    RowKernels kernels = RowKernels.serving(Use.weights(type));
    int in = x.width();
    float[] prepared = x.arrangedFor(type, kernels);
    int outputs = Math.toIntExact(weight.size(0));
    int rowBytes = in * type.bytes();
    int step = (int) Math.max(1, NativeBytes.MOST / rowBytes);
    Scopes.run(
        () -> {
          for (int from = 0; from < outputs; from += step) {
            int count = Math.min(step, outputs - from);
            long first = (long) from * rowBytes;
            ByteBuffer w = NativeBytes.of(weight, first, (long) count * rowBytes);
            kernels.products(type, w, count, in, prepared, x.rows(), y, at + from, stride);
          }
          if (bias.has_value()) {
            add(bias.get(), outputs, x.rows(), y, at, stride);
          }
        });
  }

  /** Adds a bias to every row. */
  static void add(Tensor bias, int outputs, int rows, float[] y, int at, int stride) {
    if (outputs == 0) {
      return; // an empty tensor has no address
    }
    float[] added = new float[outputs];
    new FloatPointer(bias.contiguous().data_ptr()).get(added);
    for (int r = 0; r < rows; r++) {
      for (int o = 0; o < outputs; o++) {
        y[at + r * stride + o] += added[o];
      }
    }
  }
}
