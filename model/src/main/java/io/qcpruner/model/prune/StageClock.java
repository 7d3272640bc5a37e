package io.qcpruner.model.prune;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * The one place where a request is timed. Parts nest: time inside an inner part belongs to that
 * part alone, so all parts together are the time of the request. Belongs to one request; not for
 * several threads.
 */
public final class StageClock {

  /** The parts of a request, in the order they happen. */
  public enum Part {
    MEDIA,
    TOWER,
    ANCHORS,
    /** Prompt rows and decoder layers up to the first decision of a method; all without one. */
    PREFILL_BEFORE,
    CUES,
    AFFINITY,
    SELECTION,
    /** Decoder layers after the first decision. */
    PREFILL_AFTER,
    DECODE
  }

  /** Hears of every stretch of time as it ends. */
  public interface Listener {
    void spent(Part part, long wallNanos);
  }

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final long[] wall = new long[Part.values().length];
  private final long[] processor = new long[Part.values().length];
  private final Deque<Part> open = new ArrayDeque<>();
  private final Listener listener;
  private long wallMark;
  private long processorMark;

  public StageClock() {
    this((part, nanos) -> {});
  }

  public StageClock(Listener listener) {
    this.listener = listener;
  }

  /** Time from here on belongs to the part, until the matching {@link #leave}. */
  public void enter(Part part) {
    settle();
    open.push(part);
  }

  /** Ends the innermost part; time goes on for the one around it. */
  public void leave() {
    settle();
    open.pop();
  }

  /** The rest of the innermost part, if one is open, counts as another one. */
  public void continueAs(Part part) {
    settle();
    if (open.poll() != null) {
      open.push(part);
    }
  }

  public <T> T time(Part part, Supplier<T> body) {
    enter(part);
    try {
      return body.get();
    } finally {
      leave();
    }
  }

  /** Adds wall time that was measured elsewhere. */
  public void add(Part part, long wallNanos) {
    wall[part.ordinal()] += wallNanos;
  }

  /** Adds what another clock measured, such as that of the picture a question is about. */
  public void addAll(StageClock other) {
    for (Part part : Part.values()) {
      wall[part.ordinal()] += other.wall[part.ordinal()];
      processor[part.ordinal()] += other.processor[part.ordinal()];
    }
  }

  public long nanos(Part part) {
    return wall[part.ordinal()];
  }

  public double millis(Part part) {
    return nanos(part) / 1e6;
  }

  /** Processor time of all threads of the process during the part. */
  public double processorMillis(Part part) {
    return processor[part.ordinal()] / 1e6;
  }

  /** Gives the time since the last change to the part it was spent in. */
  private void settle() {
    long nowWall = System.nanoTime();
    long nowProcessor = SYSTEM.getProcessCpuTime();
    Part part = open.peek();
    if (part != null) {
      wall[part.ordinal()] += nowWall - wallMark;
      processor[part.ordinal()] += nowProcessor - processorMark;
      listener.spent(part, nowWall - wallMark);
    }
    wallMark = nowWall;
    processorMark = nowProcessor;
  }
}
