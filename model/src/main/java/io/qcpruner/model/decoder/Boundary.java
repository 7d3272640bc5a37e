package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenLayout;
import org.bytedeco.pytorch.Tensor;

/**
 * The rows between two layers, as a hook sees them. Tensors are valid during the visit only and
 * must not be written to.
 *
 * @param layer the layer that was just run; -1 before layer 0
 * @param hidden [n, D] residual stream leaving the layer, not normalised; before layer 0 the input
 *     embeddings
 * @param queries [H, n, d_h] rotated queries of the layer, null unless asked for
 * @param keys [H_kv, n, d_h] rotated keys of the layer: the rows in its cache; null unless asked
 *     for
 * @param rows what the rows are, and their positions
 * @param input the prompt before anything was pruned
 */
public record Boundary(
    int layer, Tensor hidden, Tensor queries, Tensor keys, RowTable rows, DecoderInput input) {

  public TokenLayout layout() {
    return rows.layout();
  }
}
