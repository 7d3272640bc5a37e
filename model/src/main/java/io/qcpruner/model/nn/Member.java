package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

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

  /** Counted from 0. */
  public int index() {
    return index;
  }

  /** A contiguous part of something counted. */
  public record Share(long from, long length) {

    /** The same part of things that are made of so many. */
    public Share times(long each) {
      return new Share(from * each, length * each);
    }

    /** This part of a tensor along one of its dimensions, without a copy. */
    public Tensor of(Tensor whole, long dimension) {
      return whole.narrow(dimension, from, length);
    }

    /** This part of a vector, if there is one. */
    TensorOptional of(TensorOptional vector) {
      return vector.has_value() ? new TensorOptional(of(vector.get(), 0)) : vector;
    }
  }

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
