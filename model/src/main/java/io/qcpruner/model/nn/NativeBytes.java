package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Tensor;

/** The memory of a tensor of the CPU as buffers, which hold less than 2 GB each. */
public final class NativeBytes {
  /** A size at which whoever cuts a tensor in parts is on the safe side. */
  static final long MOST = 1L << 30;

  static final ByteBuffer NONE = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

  private NativeBytes() {}

  /** All of a contiguous tensor. */
  static ByteBuffer of(Tensor tensor) {
    return of(tensor, 0, tensor.nbytes());
  }

  /**
   * A part of a contiguous tensor; index 0 of the buffer is its first byte. The memory is the
   * tensor's and its address is asked for each time, because the owner of a tensor may move it.
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
