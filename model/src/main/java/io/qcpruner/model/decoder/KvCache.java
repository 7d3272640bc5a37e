package io.qcpruner.model.decoder;

import io.qcpruner.kernels.CacheRows;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.NativeBytes;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
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
  /** Free rows for new tokens, so that appending a row rarely copies the cache. */
  private static final long SLACK = 64;

  private final Holder holder = new Holder();
  private Tensor keys;
  private Tensor values;
  private ByteBuffer keyBytes; // null on other devices
  private ByteBuffer valueBytes;
  private CacheType type = CacheType.F32; // of what kernels see; other devices have their own
  private int dim;
  private long length;
  private int capacity;

  public long length() {
    return length;
  }

  /** A cache with the same rows, for another answer to the same prompt. */
  KvCache copy() {
    KvCache other = new KvCache();
    if (keys != null) {
      other.type = type;
      other.dim = dim;
      other.length = length;
      Scopes.run(
          () ->
              other.replace(
                  other.holder.hold(copy(keys, length)), other.holder.hold(copy(values, length))));
    }
    return other;
  }

  /** The rows in use, with as many free rows after them. */
  private static Tensor copy(Tensor from, long rows) {
    Tensor to = torch.empty(from.sizes().vec().get(), from.options(), new MemoryFormatOptional());
    to.narrow(2, 0, rows).copy_(from.narrow(2, 0, rows));
    return to;
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
    if (keys == null || length + rows > capacity) {
      this.dim = Math.toIntExact(dim);
      move(heads, length + rows + SLACK, keys == null ? options.get() : keys.options());
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
        type, keyBytes, valueBytes, cos, sin, capacity, Math.toIntExact(first), (int) seen);
  }

  /** The keys of one head as floats. */
  RowView keysOf(int head) {
    return floats(keyBytes, head);
  }

  /** The values of one head as floats. */
  RowView valuesOf(int head) {
    return floats(valueBytes, head);
  }

  /** Copies rows of one head, as they are stored, to the same head of other memory. */
  void copy(int head, int[] rows, ByteBuffer toKeys, ByteBuffer toValues) {
    int bytes = type.rowBytes(dim);
    int to = head * rows.length * bytes;
    for (int row : rows) {
      int from = (head * capacity + row) * bytes;
      toKeys.put(to, keyBytes, from, bytes);
      toValues.put(to, valueBytes, from, bytes);
      to += bytes;
    }
  }

  /** Bytes of this many rows of all heads, of the keys or of the values. */
  long bytes(long rows) {
    return rows * keys.size(1) * type.rowBytes(dim);
  }

  private RowView floats(ByteBuffer numbers, int head) {
    requireNumbers(type == CacheType.F32);
    return new RowView(numbers, head * capacity * dim, dim);
  }

  /** How kernels find the rows. */
  CacheType type() {
    return type;
  }

  /**
   * Rounds all rows, and those to come, so that new tokens read less. Floats stay as they are if
   * one of them is too large for the type.
   */
  void round(CacheType to) {
    if (keys == null || type == to) {
      return;
    }
    requireNumbers(type == CacheType.F32);
    ScalarType unit = to == CacheType.F16 ? ScalarType.Half : ScalarType.Byte;
    long units = to == CacheType.F16 ? dim : to.rowBytes(dim);
    long[] shape = {1, keys.size(1), length + SLACK, units};
    TensorOptions options = keys.options().dtype(new ScalarTypeOptional(unit));
    Scopes.run(
        () -> {
          Tensor newKeys = torch.empty(shape, options, new MemoryFormatOptional());
          Tensor newValues = torch.empty(shape, options, new MemoryFormatOptional());
          if (rounded(keyBytes, to, newKeys) && rounded(valueBytes, to, newValues)) {
            type = to;
            replace(holder.hold(newKeys), holder.hold(newValues));
          }
        });
  }

  /** Returns whether all rows fit. */
  private boolean rounded(ByteBuffer floats, CacheType to, Tensor made) {
    ByteBuffer out = bytes(made);
    for (int head = 0; head < made.size(1); head++) {
      RowView rows = new RowView(floats, head * capacity * dim, dim);
      int at = (int) (head * made.size(2) * to.rowBytes(dim));
      if (!to.fits(RowKernels.ofThisMachine().round(to, rows, (int) length, dim, out, at))) {
        return false;
      }
    }
    return true;
  }

  /** Drops all rows but some, as they are stored. */
  void keep(int[] rows, Placement placement) {
    Scopes.run(
        () -> {
          Tensor at = Tensors.ofIndices(rows, placement);
          replace(holder.hold(some(keys, at)), holder.hold(some(values, at)));
          length = rows.length;
        });
  }

  private static Tensor some(Tensor from, Tensor rows) {
    long[] shape = {1, from.size(1), rows.size(0) + SLACK, from.size(3)};
    Tensor made = torch.empty(shape, from.options(), new MemoryFormatOptional());
    made.narrow(2, 0, rows.size(0)).copy_(from.index_select(2, rows));
    return made;
  }

  /** [1, H_kv, length, d_h]; not where rows have codes. */
  public Tensor keys() {
    requireNumbers(type != CacheType.INT8);
    return keys.narrow(2, 0, length);
  }

  /** [1, H_kv, length, d_h]; not where rows have codes. */
  public Tensor values() {
    requireNumbers(type != CacheType.INT8);
    return values.narrow(2, 0, length);
  }

  private void requireNumbers(boolean wanted) {
    if (!wanted) {
      throw new IllegalStateException("the cache has been rounded to " + type);
    }
  }

  /** Copies all rows to memory of another size. */
  private void move(long heads, long rows, TensorOptions options) {
    long[] shape = {1, heads, rows, keys == null ? dim : keys.size(3)};
    Scopes.run(
        () -> {
          Tensor newKeys = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          Tensor newValues = holder.hold(torch.empty(shape, options, new MemoryFormatOptional()));
          if (keys != null) {
            newKeys.narrow(2, 0, length).copy_(keys.narrow(2, 0, length));
            newValues.narrow(2, 0, length).copy_(values.narrow(2, 0, length));
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
    capacity = Math.toIntExact(newKeys.size(2));
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
    type = CacheType.F32;
    length = 0;
    capacity = 0;
  }
}
