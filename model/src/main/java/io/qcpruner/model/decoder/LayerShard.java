package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.LinearGroup;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.WeightRows;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * The linear maps of one layer, restricted to some of their outputs: what one thread of a team
 * computes, or all of them.
 *
 * @param heads query heads of this shard
 * @param kvHeads key and value heads of this shard
 * @param columns outputs of {@code o} and {@code down}
 * @param inner outputs of {@code gate} and {@code up}
 * @param norms of single heads, where the decoder has them
 */
record LayerShard(
    int headDim,
    Slice heads,
    Slice kvHeads,
    Slice columns,
    Slice inner,
    Optional<HeadNorms> norms,
    LinearGroup qkv,
    Linear o,
    LinearGroup gateUp,
    Linear down) {

  /** Shard {@code index} of {@code count}. */
  static LayerShard of(
      DecoderConfig config, ModuleFactory modules, String prefix, int index, int count)
      throws WeightsException {
    int d = config.hiddenSize();
    int m = config.intermediateSize();
    int dim = config.headDim();
    int wide = config.heads() * dim;
    int narrow = config.kvHeads() * dim;
    boolean bias = config.qkvBias();
    Slice heads = Slice.part(config.heads(), index, count);
    Slice kvHeads = Slice.part(config.kvHeads(), index, count);
    Slice columns = Slice.part(d, index, count);
    Slice inner = Slice.part(m, index, count);
    return new LayerShard(
        dim,
        heads,
        kvHeads,
        columns,
        inner,
        HeadNorms.of(config, modules, prefix),
        modules.group(
            new WeightRows(prefix + "self_attn.q_proj", d, wide, bias, heads.times(dim)),
            new WeightRows(prefix + "self_attn.k_proj", d, narrow, bias, kvHeads.times(dim)),
            new WeightRows(prefix + "self_attn.v_proj", d, narrow, bias, kvHeads.times(dim))),
        modules.linear(
            new WeightRows(prefix + "self_attn.o_proj", wide, d, config.outputBias(), columns)),
        modules.group(
            new WeightRows(prefix + "mlp.gate_proj", d, m, config.mlpBias(), inner),
            new WeightRows(prefix + "mlp.up_proj", d, m, config.mlpBias(), inner)),
        modules.linear(new WeightRows(prefix + "mlp.down_proj", m, d, config.mlpBias(), columns)));
  }

  /** Whether all its products with this many rows are made by kernels. */
  boolean isByKernels(int rows) {
    return qkv.isByKernels(rows)
        && o.isByKernels(rows)
        && gateUp.isByKernels(rows)
        && down.isByKernels(rows);
  }

  /** Queries, keys and values of normed rows a [B, n, D]. */
  AttentionInputs attentionInputs(Tensor a, RotaryTable rotary, Workspace workspace) {
    return attentionInputs(qkv.forward(a, workspace), rotary);
  }

  private AttentionInputs attentionInputs(List<Tensor> made, RotaryTable rotary) {
    return new AttentionInputs(
        rotary.rotate(normed(made.get(0), HeadNorms::queries)),
        rotary.rotate(normed(made.get(1), HeadNorms::keys)),
        Heads.split(made.get(2), headDim));
  }

  /** The heads of a product, each normed where the decoder does so: [B, heads, n, d_h]. */
  Tensor normed(Tensor made, Function<HeadNorms, RmsNorm> which) {
    Tensor heads = Heads.split(made, headDim);
    return norms.map(which).map(norm -> norm.forward(heads)).orElse(heads);
  }

  /** silu(gate b) · up b of normed rows b [B, n, D]. */
  Tensor gated(Tensor b, Workspace workspace) {
    return gated(gateUp.forward(b, workspace));
  }

  private static Tensor gated(List<Tensor> made) {
    return Reuse.gated(made.get(0), made.get(1));
  }
}
