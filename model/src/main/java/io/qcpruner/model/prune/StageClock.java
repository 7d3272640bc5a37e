package io.qcpruner.model.prune;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Adds up the time of each part of one request. Belongs to one request; not for several threads.
 */
public final class StageClock {

  /** The parts of a request, in the order they happen. */
  public enum Part {
    MEDIA,
    TOWER,
    ANCHORS,
    PREFILL_BEFORE,
    CUES,
    AFFINITY,
    SELECTION,
    PREFILL_AFTER,
    DECODE
  }

  private final Map<Part, Long> nanos = new EnumMap<>(Part.class);

  public void add(Part part, long elapsedNanos) {
    nanos.merge(part, elapsedNanos, Long::sum);
  }

  public <T> T time(Part part, Supplier<T> body) {
    long start = System.nanoTime();
    try {
      return body.get();
    } finally {
      add(part, System.nanoTime() - start);
    }
  }

  public long nanos(Part part) {
    return nanos.getOrDefault(part, 0L);
  }

  public double millis(Part part) {
    return nanos(part) / 1e6;
  }
}
