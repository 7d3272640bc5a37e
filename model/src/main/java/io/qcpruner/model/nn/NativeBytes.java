package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The memory of a tensor of the CPU as buffers, which hold less than 2 GB each. */
public final class NativeBytes {
  /** A size at which whoever cuts a tensor in parts is on the safe side. */
  static final long MOST = 1L << 30;

  static final ByteBuffer NONE = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

  private NativeBytes() {}

  /** Rows as a tensor [rows, width] of the same memory, which must outlive it. */
  static Tensor tensor(FewRows x) {
    return tensor(x.from(0), x.rows(), x.width());
  }

  /** Like above, for some columns. */
  static Tensor tensor(RowView view, long rows, long width) {
    long end = view.at() + (rows - 1) * view.stride() + width;
    if (Float.BYTES * end > view.numbers().capacity()) {
      throw new IndexOutOfBoundsException(rows + " rows of " + width + " numbers in " + view);
    }
    Pointer start = new BytePointer(view.numbers()).getPointer((long) Float.BYTES * view.at());
    long[] shape = {rows, width};
    long[] strides = {view.stride(), 1};
    return torch.from_blob(start, shape, strides, Placement.cpu().options());
  }

  /** Whether a tensor has the numbers that kernels read and write. */
  public static boolean isFloat(Tensor tensor) {
    return tensor.scalar_type().intern() == ScalarType.Float;
  }

  /** All of a contiguous tensor. */
  public static ByteBuffer of(Tensor tensor) {
    return of(tensor, 0, tensor.nbytes());
  }

  /**
   * A part of a contiguous tensor; index 0 of the buffer is its first byte. The memory is the
   * tensor's. Asking for it takes longer than a small product.
   */
  public static ByteBuffer of(Tensor tensor, long from, long bytes) {
    if (bytes == 0) { // an empty tensor has no address
      return NONE;
    }
    return Scopes.compute(
        () -> {
          // a pointer of its own: position() would count in the buffer, as an int
          BytePointer start = new BytePointer(tensor.data_ptr()).getPointer(from);
          return start.capacity(bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        });
  }
}
