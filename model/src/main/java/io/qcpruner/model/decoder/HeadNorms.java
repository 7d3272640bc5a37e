package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.HeadRange;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Workspace;
import java.util.Optional;

/** RMS norms of every query and key head on its own, before the rotation (Qwen3). */
record HeadNorms(RmsNorm queries, RmsNorm keys) {

  /** The norms of a layer; empty for decoders without. */
  static Optional<HeadNorms> of(DecoderConfig config, ModuleFactory modules, String prefix)
      throws WeightsException {
    if (!config.headNorms()) {
      return Optional.empty();
    }
    int dim = config.headDim();
    return Optional.of(
        new HeadNorms(
            modules.rmsNorm(prefix + "self_attn.q_norm", dim, config.rmsEps()),
            modules.rmsNorm(prefix + "self_attn.k_norm", dim, config.rmsEps())));
  }

  /**
   * Norms rows of queries, keys and values in place; the values stay.
   *
   * @param made [n, (query heads + 2 key heads) · d_h]
   */
  void apply(FewRows made, HeadRange heads, Workspace workspace) {
    for (int row = 0; row < made.rows(); row++) {
      FewRows one = made.part(new Slice(row, 1));
      FewRows parts = new FewRows(one.numbers(), made.width() / heads.dim(), heads.dim());
      apply(queries, parts.part(new Slice(0, heads.heads())), workspace);
      apply(keys, parts.part(new Slice(heads.heads(), heads.kvHeads())), workspace);
    }
  }

  private static void apply(RmsNorm norm, FewRows heads, Workspace workspace) {
    if (heads.rows() > 0) {
      norm.forward(heads, heads, workspace.kernels());
    }
  }
}
