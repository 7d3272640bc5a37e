package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;

/** Cuts rows into attention heads. */
public final class Heads {
  private Heads() {}

  /** [B, n, heads·dim] as [B, heads, n, dim], without a copy; there may be no heads at all. */
  public static Tensor split(Tensor x, int dim) {
    return x.view(x.size(0), x.size(1), x.size(2) / dim, dim).transpose(1, 2);
  }
}
