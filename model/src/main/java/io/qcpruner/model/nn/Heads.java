package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;

/** Cuts rows into attention heads. */
public final class Heads {
  private Heads() {}

  /** [B, n, heads·d_h] as [B, heads, n, d_h], without a copy. */
  public static Tensor split(Tensor x, int heads) {
    return x.view(x.size(0), x.size(1), heads, x.size(2) / heads).transpose(1, 2);
  }
}
