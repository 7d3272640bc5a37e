package io.qcpruner.model.nn;

/** One of those who work on a task together. */
public final class Member {
  private final int index;
  private final int size;
  private final Shift shift;

  Member(int index, int size, Shift shift) {
    this.index = index;
    this.size = size;
    this.shift = shift;
  }

  /** A contiguous part of something counted. */
  public record Share(long from, long length) {}

  /** This member's part of so many things: parts differ by one at most, and may be empty. */
  public Share share(long count) {
    long from = count * index / size;
    return new Share(from, count * (index + 1) / size - from);
  }

  /** Waits until all members are here. */
  public void meet() {
    shift.meet();
  }
}
