package io.qcpruner.model.decoder;

import org.bytedeco.pytorch.Tensor;

/**
 * Queries of some rows and keys of all rows of one layer.
 *
 * @param queries [H, m, d_h]
 * @param keys [H_kv, n, d_h]
 */
public record QueryKeys(Tensor queries, Tensor keys) {}
