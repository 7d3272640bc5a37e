package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;

/** Which keys a query may see. */
public sealed interface AttentionMask {

  /** All of them: vision towers, and one new row against a cache. */
  record None() implements AttentionMask {}

  /** Row i sees the rows 0..i: prefill, and training without padding. */
  record Causal() implements AttentionMask {}

  /**
   * Given by the caller, for padded or packed batches.
   *
   * @param mask broadcastable to [B, H, n, m]: boolean (true = visible) or float, added to the
   *     scores
   */
  record Custom(Tensor mask) implements AttentionMask {}

  /**
   * A causal start that all later rows share, then rows with a mask of their own: packed turns
   * about one picture.
   *
   * @param start rows of the start
   * @param rest for the other rows, broadcastable to [B, H, n - start, n]: boolean or float
   */
  record SharedStart(int start, Tensor rest) implements AttentionMask {}

  AttentionMask NONE = new None();
  AttentionMask CAUSAL = new Causal();
}
