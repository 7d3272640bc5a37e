package io.qcpruner.model.decoder;

import org.bytedeco.pytorch.Tensor;

/**
 * Queries, keys and values of some rows in one layer.
 *
 * @param rawQueries [B, H, n, d_h] before the rotary positions
 * @param rawKeys [B, H_kv, n, d_h] before the rotary positions
 * @param queries [B, H, n, d_h] rotated
 * @param keys [B, H_kv, n, d_h] rotated
 * @param values [B, H_kv, n, d_h]
 */
record AttentionInputs(
    Tensor rawQueries, Tensor rawKeys, Tensor queries, Tensor keys, Tensor values) {}
