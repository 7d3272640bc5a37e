package io.qcpruner.model.decoder;

import io.qcpruner.model.kernel.CacheRows;
import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.kernel.RowView;
import io.qcpruner.model.kernel.StoredType;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.NativeBytes;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rotated keys and values of one layer. Each layer has its own length: pruning after layer l leaves
 * the caches of layers 0..l as they are.
 */
public final class KvCache implements AutoCloseable {
  /** Room for new tokens, so that appending a row rarely copies the cache. */
  private static final long SLACK = 64;

  private final Holder holder = new Holder();
  private Tensor keys;
  private Tensor values;
  private ByteBuffer keyBytes; // null on other devices
  private ByteBuffer valueBytes;
  private boolean narrow;
  private long length;
  private int room;

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
    long from = reserve(rows, k.size(1), k.size(3), k::options);
    Scopes.run(
        () -> {
          keys.narrow(2, from, rows).copy_(k);
          values.narrow(2, from, rows).copy_(v);
        });
  }

  /**
   * Adds rows that the caller will fill; returns the index of the first.
   *
   * @param options asked for by an empty cache only
   */
  long reserve(long rows, long heads, long dim, Supplier<TensorOptions> options) {
    if (keys == null || length + rows > room) {
      move(heads, length + rows + SLACK, dim, keys == null ? options.get() : keys.options());
    }
    length += rows;
    return length - rows;
  }

  /** Fills the last row of some heads; k and v are [1, heads, 1, d_h]. */
  void setLast(Tensor k, Tensor v, Slice heads) {
    heads.of(keys, 1).narrow(2, length - 1, 1).copy_(k);
    heads.of(values, 1).narrow(2, length - 1, 1).copy_(v);
  }

  /**
   * As kernels see the cache when its last rows are to be filled.
   *
   * @param cos angles of those rows
   * @param first the first of them
   * @param seen rows that a single new row sees
   */
  CacheRows rows(RowView cos, RowView sin, long first, long seen) {
    return new CacheRows(
        narrow, keyBytes, valueBytes, cos, sin, room, Math.toIntExact(first), (int) seen);
  }

  /** The keys of one head as floats. */
  RowView keysOf(int head) {
    return floats(keyBytes, head);
  }

  /** The values of one head as floats. */
  RowView valuesOf(int head) {
    return floats(valueBytes, head);
  }

  private RowView floats(ByteBuffer numbers, int head) {
    if (narrow) {
      throw new IllegalStateException("the cache holds 16-bit floats");
    }
    int dim = (int) keys.size(3);
    return new RowView(numbers, head * room * dim, dim);
  }

  /** Whether numbers are 16-bit floats. */
  boolean isNarrow() {
    return narrow;
  }

  /**
   * Rounds all rows, and those to come, to 16-bit floats: new tokens then read half as much. Stays
   * as it is if a number is too large for them.
   */
  void narrow() {
    if (keys == null || narrow) {
      return;
    }
    long[] shape = {1, keys.size(1), length + SLACK, keys.size(3)};
    TensorOptions options = keys.options().dtype(new ScalarTypeOptional(ScalarType.Half));
    Scopes.run(
        () -> {
          Tensor newKeys = torch.empty(shape, options, new MemoryFormatOptional());
          Tensor newValues = torch.empty(shape, options, new MemoryFormatOptional());
          narrow = copied(keyBytes, newKeys) && copied(valueBytes, newValues);
          if (narrow) {
            replace(holder.hold(newKeys), holder.hold(newValues));
          }
        });
  }

  /** Returns whether all rows fit. */
  private boolean copied(ByteBuffer floats, Tensor halves) {
    ByteBuffer to = bytes(halves);
    int dim = (int) halves.size(3);
    int count = Math.toIntExact(length * dim);
    for (int head = 0; head < halves.size(1); head++) {
      int at = (int) (head * halves.size(2) * dim);
      float most = RowKernels.ofThisMachine().narrow(floats, head * room * dim, count, to, at);
      if (!(most <= StoredType.F16_LARGEST)) {
        return false;
      }
    }
    return true;
  }

  /** [1, H_kv, length, d_h]. */
  public Tensor keys() {
    return keys.narrow(2, 0, length);
  }

  /** [1, H_kv, length, d_h]. */
  public Tensor values() {
    return values.narrow(2, 0, length);
  }

  /** Copies all rows to memory of another size. */
  private void move(long heads, long rows, long dim, TensorOptions options) {
    long[] shape = {1, heads, rows, dim};
    Scopes.run(
        () -> {
          Tensor newKeys = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          Tensor newValues = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          if (keys != null) {
            newKeys.narrow(2, 0, length).copy_(keys());
            newValues.narrow(2, 0, length).copy_(values());
          }
          replace(newKeys, newValues);
        });
  }

  private void replace(Tensor newKeys, Tensor newValues) {
    if (keys != null) {
      holder.release(keys);
      holder.release(values);
    }
    keys = newKeys;
    values = newValues;
    room = Math.toIntExact(newKeys.size(2));
    keyBytes = bytes(keys);
    valueBytes = bytes(values);
  }

  /** Asking a tensor for its address takes longer than the attention to some rows. */
  private static ByteBuffer bytes(Tensor tensor) {
    return tensor.is_cpu() ? NativeBytes.of(tensor, 0, tensor.nbytes()) : null;
  }

  @Override
  public void close() {
    holder.close();
    keys = null;
    values = null;
    keyBytes = null;
    valueBytes = null;
    narrow = false;
    length = 0;
    room = 0;
  }
}
