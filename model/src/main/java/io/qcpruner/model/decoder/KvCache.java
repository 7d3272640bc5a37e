package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/**
 * Rotated keys and values of one layer. Each layer has its own length: pruning after layer l leaves
 * the caches of layers 0..l as they are.
 */
public final class KvCache implements AutoCloseable {
  /** Room for new tokens, so that appending a row rarely copies the cache. */
  private static final long SLACK = 256;

  private final Holder holder = new Holder();
  private Tensor keys;
  private Tensor values;
  private long length;

  public long length() {
    return length;
  }

  /** Bytes reserved in native memory. */
  public long bytes() {
    return keys == null ? 0 : keys.nbytes() + values.nbytes();
  }

  /** Adds rows; k and v are [1, H_kv, rows, d_h]. */
  void append(Tensor k, Tensor v) {
    long rows = k.size(2);
    long from = reserve(rows, k.size(1), k.size(3), k.options());
    Scopes.run(
        () -> {
          keys.narrow(2, from, rows).copy_(k);
          values.narrow(2, from, rows).copy_(v);
        });
  }

  /** Adds rows that the caller will fill; returns the index of the first. */
  long reserve(long rows, long heads, long dim, TensorOptions options) {
    if (keys == null || length + rows > keys.size(2)) {
      grow(new long[] {1, heads, length + rows + SLACK, dim}, options);
    }
    length += rows;
    return length - rows;
  }

  /** Fills the last row of some heads; k and v are [1, heads, 1, d_h]. */
  void setLast(Tensor k, Tensor v, Slice heads) {
    heads.of(keys, 1).narrow(2, length - 1, 1).copy_(k);
    heads.of(values, 1).narrow(2, length - 1, 1).copy_(v);
  }

  /** The same from a Java array that holds the heads one after the other. */
  void setLast(float[] made, int k, int v, Slice heads, int dim) {
    FloatBuffer keyFloats = keyBytes().asFloatBuffer();
    FloatBuffer valueFloats = valueBytes().asFloatBuffer();
    for (int i = 0; i < heads.length(); i++) {
      int to = (int) (((heads.from() + i) * room() + length - 1) * dim);
      keyFloats.put(to, made, k + i * dim, dim);
      valueFloats.put(to, made, v + i * dim, dim);
    }
  }

  /** All room for keys, [H_kv, {@link #room}, d_h]; valid until rows are added. */
  ByteBuffer keyBytes() {
    return bytes(keys);
  }

  /** The same for values. */
  ByteBuffer valueBytes() {
    return bytes(values);
  }

  /** Rows for which there is room. */
  int room() {
    return Math.toIntExact(keys.size(2));
  }

  private static ByteBuffer bytes(Tensor tensor) {
    return Scopes.compute(
            () -> new BytePointer(tensor.data_ptr()).capacity(tensor.nbytes()).asByteBuffer())
        .order(ByteOrder.nativeOrder());
  }

  /** [1, H_kv, length, d_h]. */
  public Tensor keys() {
    return keys.narrow(2, 0, length);
  }

  /** [1, H_kv, length, d_h]. */
  public Tensor values() {
    return values.narrow(2, 0, length);
  }

  private void grow(long[] shape, TensorOptions options) {
    Tensor oldKeys = keys;
    Tensor oldValues = values;
    Scopes.run(
        () -> {
          keys = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          values = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          if (oldKeys != null) {
            keys.narrow(2, 0, length).copy_(oldKeys.narrow(2, 0, length));
            values.narrow(2, 0, length).copy_(oldValues.narrow(2, 0, length));
          }
        });
    if (oldKeys != null) {
      holder.release(oldKeys);
      holder.release(oldValues);
    }
  }

  @Override
  public void close() {
    holder.close();
    keys = null;
    values = null;
    length = 0;
  }
}
