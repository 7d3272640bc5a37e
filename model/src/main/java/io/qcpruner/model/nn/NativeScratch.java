package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;

/** Native memory that grows as it is asked for, seen as a buffer. For one thread. */
final class NativeRoom implements AutoCloseable {
  private final Holder holder = new Holder();
  private Tensor memory;
  private ByteBuffer bytes = NativeBytes.NONE;

  /** At least so many bytes; what was in them is lost when they grow. */
  ByteBuffer atLeast(long count) {
    if (bytes.capacity() < count) {
      close();
      Scopes.run(() -> memory = holder.hold(PackedParts.bytes(count)));
      bytes = NativeBytes.of(memory);
    }
    return bytes;
  }

  long bytes() {
    return bytes.capacity();
  }

  @Override
  public void close() {
    holder.close();
    bytes = NativeBytes.NONE;
  }
}
