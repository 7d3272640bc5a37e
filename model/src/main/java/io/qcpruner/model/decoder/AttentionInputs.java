package io.qcpruner.model.decoder;

import org.bytedeco.pytorch.Tensor;

/**
 * Queries, keys and values of some rows in one layer.
 *
 * @param queries [B, H, n, d_h] rotated
 * @param keys [B, H_kv, n, d_h] rotated
 * @param values [B, H_kv, n, d_h]
 */
record AttentionInputs(Tensor queries, Tensor keys, Tensor values) {}
