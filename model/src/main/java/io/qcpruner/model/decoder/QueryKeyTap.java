package io.qcpruner.model.decoder;

import org.bytedeco.pytorch.Tensor;

/** Receives a layer's queries [B, H, n, d_h] and keys [B, H_kv, n, d_h], after bias. */
@FunctionalInterface
public interface QueryKeyTap {

  /**
   * @param queries rotated
   * @param keys rotated: exactly the rows appended to the cache
   */
  void record(Tensor queries, Tensor keys);
}
