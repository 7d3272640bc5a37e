package io.qcpruner.server.cache;

import io.qcpruner.server.chat.CacheCounts;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Values that hold native memory, shared by those who use them at the same time and kept for later
 * within a bound of bytes. The least recently used goes first; a value is closed when it has left
 * the cache and its last user is done. Concurrent requests for one key make the value once.
 *
 * @param <V> what is kept
 */
public final class SharedCache<V extends AutoCloseable> {

  /** Makes a value; may fail in its own way. */
  public interface Maker<V, E extends Exception> {
    V make() throws E;
  }

  /** How a value came about. */
  public enum Outcome {
    HIT,
    MISS,
    /** Another request was making it. */
    JOINED
  }

  private static final int LARGEST_SHARE = 4;

  private final long bound;
  private final ToLongFunction<V> size;
  private final Map<String, Entry<V>> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Making> making = new HashMap<>();
  private long bytes;
  private long queries;
  private long hits;
  private long evictions;

  /**
   * @param bound most bytes kept; 0 keeps nothing, yet concurrent requests still share
   * @param size native bytes of a value
   */
  public SharedCache(long bound, ToLongFunction<V> size) {
    this.bound = bound;
    this.size = size;
  }

  /** A value in use; close it when done. */
  public final class Lease implements AutoCloseable {
    private final Entry<V> entry;
    private final Outcome outcome;
    private boolean open = true;

    private Lease(Entry<V> entry, Outcome outcome) {
      this.entry = entry;
      this.outcome = outcome;
    }

    public V value() {
      return entry.value;
    }

    public Outcome outcome() {
      return outcome;
    }

    @Override
    public void close() {
      if (open) {
        open = false;
        release(entry);
      }
    }
  }

  private static final class Entry<V> {
    private final V value;
    private final long bytes;

    /** The cache's own reference and one per lease. */
    private int references;

    private Entry(V value, long bytes) {
      this.value = value;
      this.bytes = bytes;
    }
  }

  /** Someone makes the value of a key; the others wait for the end of it. */
  private static final class Making {
    private boolean over;
    private int joined;
    private Entry<?> made;
  }

  /** The value of a key, made if nobody has it. A maker's failure is its caller's alone. */
  public <E extends Exception> Lease get(String key, Maker<V, E> maker)
      throws E, InterruptedException {
    Making own;
    synchronized (this) {
      queries++;
      while (true) {
        Entry<V> entry = kept.get(key);
        if (entry != null) {
          hits++;
          entry.references++;
          return new Lease(entry, Outcome.HIT);
        }
        Making others = making.get(key);
        if (others == null) {
          break;
        }
        Lease joined = join(others);
        if (joined != null) {
          hits++;
          return joined;
        }
      }
      own = new Making();
      making.put(key, own);
    }
    V value = null;
    try {
      value = maker.make();
    } finally {
      if (value == null) {
        synchronized (this) {
          end(key, own);
        }
      }
    }
    return keep(key, own, value);
  }

  /** Waits for another request's value; null when that request failed. */
  @SuppressWarnings("unchecked") // a Making of this cache holds values of this cache
  private Lease join(Making others) throws InterruptedException {
    others.joined++;
    while (!others.over) {
      wait();
    }
    // the maker has counted one reference for everybody who joined
    return others.made == null ? null : new Lease((Entry<V>) others.made, Outcome.JOINED);
  }

  private synchronized Lease keep(String key, Making own, V value) {
    Entry<V> entry = new Entry<>(value, size.applyAsLong(value));
    entry.references = 1 + own.joined;
    own.made = entry;
    end(key, own);
    if (entry.bytes <= bound / LARGEST_SHARE) {
      entry.references++;
      kept.put(key, entry);
      bytes += entry.bytes;
      evict();
    }
    return new Lease(entry, Outcome.MISS);
  }

  private void end(String key, Making own) {
    own.over = true;
    making.remove(key);
    notifyAll();
  }

  private void evict() {
    Iterator<Entry<V>> oldest = kept.values().iterator();
    while (bytes > bound && oldest.hasNext()) {
      Entry<V> entry = oldest.next();
      oldest.remove();
      bytes -= entry.bytes;
      evictions++;
      release(entry);
    }
  }

  private synchronized void release(Entry<V> entry) {
    if (--entry.references == 0) {
      try {
        entry.value.close();
      } catch (Exception e) {
        throw new IllegalStateException("a cached value could not be given up", e);
      }
    }
  }

  public synchronized CacheCounts counts() {
    return new CacheCounts(queries, hits, evictions, bytes);
  }

  /** Gives up everything that nobody uses; what is in use goes with its last user. */
  public synchronized void clear() {
    for (Entry<V> entry : kept.values()) {
      bytes -= entry.bytes;
      release(entry);
    }
    kept.clear();
  }
}
