package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Caches and heads as native code reads them (cache_rows and head_range in kernels.hpp), at the
 * start of some room. All places that native code will touch are checked.
 */
final class CacheTable {
  private static final int CACHE_BYTES = 8 * Long.BYTES;
  private static final int HEADS_BYTES = 5 * Long.BYTES;

  private final ByteBuffer room;
  private final long address;
  private final int caches;

  /**
   * @param each new rows of every cache
   */
  CacheTable(List<CacheRows> caches, int each, HeadRange heads, ByteBuffer room) {
    this.room = room;
    this.caches = caches.size();
    this.address = NativeKernels.address(room, end());
    int at = 0;
    for (CacheRows cache : caches) {
      at = put(at, cache, each, heads);
    }
    at = put(at, heads.heads());
    at = put(at, heads.firstKv());
    at = put(at, heads.kvHeads());
    at = put(at, heads.group());
    put(at, heads.dim());
  }

  private int put(int at, CacheRows cache, int each, HeadRange heads) {
    int held = cache.first() + each;
    if (cache.first() < 0 || held > cache.room() || cache.seen() < 0 || cache.seen() > held) {
      throw new IndexOutOfBoundsException(
          "%d rows, of them %d new and %d seen, in room for %d"
              .formatted(held, each, cache.seen(), cache.room()));
    }
    long numbers = (long) (heads.firstKv() + heads.kvHeads()) * cache.room() * heads.dim();
    int next = put(at, NativeKernels.address(cache.keys(), numbers * cache.width()));
    next = put(next, NativeKernels.address(cache.values(), numbers * cache.width()));
    next = put(next, angles(cache.cos(), each, heads.dim()));
    next = put(next, angles(cache.sin(), each, heads.dim()));
    next = put(next, cache.room());
    next = put(next, cache.first());
    next = put(next, cache.seen());
    return put(next, cache.narrow() ? 1 : 0);
  }

  private static long angles(RowView view, int rows, int dim) {
    if (view.stride() != dim || view.at() < 0) {
      throw new IndexOutOfBoundsException("angles of " + dim + " numbers in " + view);
    }
    long start = NativeKernels.address(view.numbers(), view.bytes(rows, dim));
    return start + (long) Float.BYTES * view.at();
  }

  private int put(int at, long value) {
    room.putLong(at, value);
    return at + Long.BYTES;
  }

  long address() {
    return address;
  }

  /** Where the heads are. */
  long heads() {
    return address + (long) CACHE_BYTES * caches;
  }

  /** Bytes of the table. */
  long end() {
    return (long) CACHE_BYTES * caches + HEADS_BYTES;
  }
}
