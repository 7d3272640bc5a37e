package io.qcpruner.model.nn;

import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Scaled dot-product attention with grouped key and value heads: query head j uses key head floor(j
 * / (H/H_kv)). The fused kernel works in blocks of queries, so the full score matrix never exists.
 */
public final class Attention {
  private Attention() {}

  /**
   * By kernels where they are good at it, else by the engine.
   *
   * @param q [B, H, n, d_h]
   * @param k [B, H_kv, m, d_h]
   * @param v [B, H_kv, m, d_h]
   * @return [B, n, H·d_h]
   */
  public static Tensor attend(
      Tensor q, Tensor k, Tensor v, AttentionMask mask, Workspace workspace) {
    return TeamAttention.tryAttend(q, k, v, mask, workspace).orElseGet(() -> attend(q, k, v, mask));
  }

  /** Computed by the engine, on any device; differentiable. */
  public static Tensor attend(Tensor q, Tensor k, Tensor v, AttentionMask mask) {
    long batch = q.size(0);
    long heads = q.size(1);
    long kvHeads = k.size(1);
    Tensor out;
    if (heads == kvHeads) {
      out = fused(q, k, v, mask);
    } else if (batch == 1 && q.size(2) == 1 && mask instanceof AttentionMask.None) {
      out = oneRowGrouped(q, k, v);
    } else if (batch == 1 && alike(mask)) {
      out = groupsAsBatch(q, k, v, mask);
    } else {
      out = fused(q, repeatHeads(k, heads / kvHeads), repeatHeads(v, heads / kvHeads), mask);
    }
    return out.transpose(1, 2).reshape(batch, q.size(2), heads * q.size(3));
  }

  /** One new row: the query heads of a group become rows that share the group's keys. */
  private static Tensor oneRowGrouped(Tensor q, Tensor k, Tensor v) {
    long heads = q.size(1);
    long dim = q.size(3);
    Tensor grouped = q.reshape(1, k.size(1), heads / k.size(1), dim);
    return fused(grouped, k, v, AttentionMask.NONE).reshape(1, heads, 1, dim);
  }

  /** Groups become the batch, and keys are shared inside a group without copying them. */
  private static Tensor groupsAsBatch(Tensor q, Tensor k, Tensor v, AttentionMask mask) {
    long heads = q.size(1);
    long kvHeads = k.size(1);
    long group = heads / kvHeads;
    long dim = q.size(3);
    Tensor out =
        fused(
            q.reshape(kvHeads, group, q.size(2), dim),
            k.transpose(0, 1).expand(kvHeads, group, k.size(2), dim),
            v.transpose(0, 1).expand(kvHeads, group, v.size(2), dim),
            mask);
    return out.reshape(1, heads, q.size(2), dim);
  }

  /** Whether the same mask serves every sequence of a batch. */
  private static boolean alike(AttentionMask mask) {
    return mask instanceof AttentionMask.None
        || mask instanceof AttentionMask.Causal
        || mask instanceof AttentionMask.AfterPrefix;
  }

  private static Tensor repeatHeads(Tensor kv, long group) {
    long[] s = Tensors.shape(kv);
    return kv.unsqueeze(2)
        .expand(s[0], s[1], group, s[2], s[3])
        .reshape(s[0], s[1] * group, s[2], s[3]);
  }

  /** The start costs half of a masked square; the rest never computes the start's rows again. */
  private static Tensor afterStart(Tensor q, Tensor k, Tensor v, AttentionMask.SharedStart mask) {
    long start = mask.start();
    Tensor first =
        fused(
            q.narrow(2, 0, start),
            k.narrow(2, 0, start),
            v.narrow(2, 0, start),
            AttentionMask.CAUSAL);
    Tensor rest =
        fused(q.narrow(2, start, q.size(2) - start), k, v, new AttentionMask.Custom(mask.rest()));
    return Tensors.cat(2, first, rest);
  }

  private static Tensor fused(Tensor q, Tensor k, Tensor v, AttentionMask mask) {
    if (mask instanceof AttentionMask.SharedStart shared) {
      return afterStart(q, k, v, shared);
    }
    TensorOptional custom = new TensorOptional();
    if (mask instanceof AttentionMask.Custom given) {
      custom = new TensorOptional(given.mask());
    } else if (mask instanceof AttentionMask.AfterPrefix after) {
      custom = new TensorOptional(after.visible());
    }
    boolean causal = mask instanceof AttentionMask.Causal;
    return torch.scaled_dot_product_attention(
        q, k, v, custom, 0.0, causal, new DoubleOptional(), false);
  }
}
