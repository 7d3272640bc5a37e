package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The caches that new rows go to, one for each sequence. Native code reads them in memory of the
 * table (cache_rows in kernels.hpp), where {@link #write} puts them. All places that native code
 * will touch are checked.
 */
public final class CacheTable {
  static final int CACHE_BYTES = 8 * Long.BYTES;

  /** Scratch memory of attention grows in steps, so that it serves for a while as caches grow. */
  private static final int ROWS_STEP = 1024;

  private final ByteBuffer memory;
  private final int kvHeads;
  private final int dim;
  private final int each;
  private List<CacheRows> caches = List.of();

  /**
   * @param kvHeads of every cache
   * @param dim numbers of a head
   * @param each new rows of every cache
   * @param memory at least {@link #bytes} for the caches to come
   */
  public CacheTable(int kvHeads, int dim, int each, ByteBuffer memory) {
    this.kvHeads = kvHeads;
    this.dim = dim;
    this.each = each;
    this.memory = memory;
  }

  /** Bytes of memory for this many caches. */
  public static int bytes(int caches) {
    return CACHE_BYTES * caches;
  }

  /** From now on these; native code sees them after {@link #write}. */
  public CacheTable set(List<CacheRows> newCaches) {
    this.caches = newCaches;
    return this;
  }

  /** One for each sequence. */
  public List<CacheRows> caches() {
    return caches;
  }

  int count() {
    return caches.size();
  }

  int each() {
    return each;
  }

  /** Some of the caches. */
  public CacheTable part(int from, int count) {
    ByteBuffer own = memory.slice(bytes(from), bytes(count)).order(memory.order());
    return new CacheTable(kvHeads, dim, each, own).set(caches.subList(from, from + count));
  }

  /** Rows that scratch memory of attention is made for: not fewer than any of the caches has. */
  public int mostSeen() {
    int most = 0;
    for (CacheRows cache : caches) {
      most = Math.max(most, cache.capacity());
    }
    return Math.addExact(most, ROWS_STEP - 1) / ROWS_STEP * ROWS_STEP;
  }

  /** Refuses heads that the caches don't have. */
  void check(HeadRange heads) {
    if (heads.dim() != dim || heads.firstKv() < 0 || heads.firstKv() + heads.kvHeads() > kvHeads) {
      throw new IndexOutOfBoundsException(
          "%s of caches with %d heads of %d numbers".formatted(heads, kvHeads, dim));
    }
  }

  /** Returns where native code finds the caches. */
  long write() {
    long address = NativeKernels.address(memory, bytes(caches.size()));
    for (int i = 0; i < caches.size(); i++) {
      put(CACHE_BYTES * i, caches.get(i));
    }
    return address;
  }

  private void put(int start, CacheRows cache) {
    int held = cache.first() + each;
    if (cache.first() < 0 || held > cache.capacity() || cache.seen() < 0 || cache.seen() > held) {
      throw new IndexOutOfBoundsException(
          "%d rows, of them %d new and %d seen, in a cache for %d"
              .formatted(held, each, cache.seen(), cache.capacity()));
    }
    long bytes = (long) kvHeads * cache.capacity() * cache.type().rowBytes(dim);
    int at = put(start, NativeKernels.address(cache.keys(), bytes));
    at = put(at, NativeKernels.address(cache.values(), bytes));
    at = put(at, angles(cache.cos()));
    at = put(at, angles(cache.sin()));
    at = put(at, cache.capacity());
    at = put(at, cache.first());
    at = put(at, cache.seen());
    put(at, cache.type().ordinal());
  }

  private long angles(RowView view) {
    if (view.stride() != dim || view.at() < 0) {
      throw new IndexOutOfBoundsException("angles of " + dim + " numbers in " + view);
    }
    long start = NativeKernels.address(view.numbers(), view.bytes(each, dim));
    return start + (long) Float.BYTES * view.at();
  }

  private int put(int at, long value) {
    memory.putLong(at, value);
    return at + Long.BYTES;
  }
}
