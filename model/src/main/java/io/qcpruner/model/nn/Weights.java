package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Tensors by canonical name ({@code vision.*}, {@code proj.*}, {@code newline}, {@code lm.*},
 * {@code lm_head.weight}). A checkpoint on disk, a seeded set for tests and the parameters of a
 * model in training all look like this.
 */
public interface Weights {

  boolean has(String name);

  /**
   * The tensor of that name, in its stored type, shared with everyone who asks.
   *
   * @throws WeightsException if it is missing or has another shape; both shapes are named
   */
  Tensor get(String name, long... shape) throws WeightsException;

  /** Whether the matrices of linear maps lie here packed, so that nothing is left to pack. */
  default boolean isPacked() {
    return false;
  }

  /**
   * The matrix of that name as it lies packed; empty for one that is kept in its stored type.
   *
   * @param shape of the matrix before it was packed
   */
  default Optional<PackedParts> packed(String name, long... shape) throws WeightsException {
    return Optional.empty();
  }

  /** A view of these weights for a reader that copies them, such as one that packs them. */
  default ReopenedWeights reopened() {
    return ReopenedWeights.same(this);
  }
}
