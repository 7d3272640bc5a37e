package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.weights.WeightsException;
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

  /** The same weights for a reader who copies them, such as one who packs them. */
  default ReopenedWeights reopened() {
    return ReopenedWeights.same(this);
  }
}
