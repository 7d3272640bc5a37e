package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;

/** A native scratch buffer that grows on demand. For one thread. */
final class NativeScratch implements AutoCloseable {
  private final Holder holder = new Holder();
  private Tensor memory;
  private ByteBuffer bytes = NativeBytes.NONE;

  /** A buffer of at least {@code count} bytes; growing discards its content. */
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
