package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

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

  /**
   * Rows after a prefix that is in the cache already: each sees the whole prefix and the rows up to
   * itself.
   *
   * @param prefix rows of the prefix
   * @param visible [n, prefix + n], true where row i sees key j
   */
  record AfterPrefix(int prefix, Tensor visible) implements AttentionMask {
    /** For n rows after the prefix. */
    public static AfterPrefix of(int prefix, int n, Placement placement) {
      long[] shape = {n, prefix + n};
      Tensor ones = torch.ones(shape, placement.options(ScalarType.Bool));
      return new AfterPrefix(prefix, ones.tril(prefix));
    }
  }

  AttentionMask NONE = new None();
  AttentionMask CAUSAL = new Causal();
}
