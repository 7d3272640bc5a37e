package io.qcpruner.model.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/** A contiguous range of items, such as the rows or outputs that one thread computes. */
public record Slice(long from, long length) {

  /**
   * Part {@code index} of {@code count} almost equal parts: their lengths differ by at most one,
   * and parts are empty if there are fewer items than parts.
   */
  public static Slice part(long total, int index, int count) {
    long from = total * index / count;
    return new Slice(from, total * (index + 1) / count - from);
  }

  /** The range in units {@code each} times as small: heads to the columns of their vectors. */
  public Slice times(long each) {
    return new Slice(from * each, length * each);
  }

  /** This range of a list. */
  public <T> List<T> of(List<T> whole) {
    return whole.subList((int) from, (int) (from + length));
  }

  /** This range of a tensor along one dimension, without a copy. */
  public Tensor of(Tensor whole, long dimension) {
    return whole.narrow(dimension, from, length);
  }

  /** This range of a vector, or nothing if there is no vector. */
  TensorOptional of(TensorOptional vector) {
    return vector.has_value() ? new TensorOptional(of(vector.get(), 0)) : vector;
  }
}
