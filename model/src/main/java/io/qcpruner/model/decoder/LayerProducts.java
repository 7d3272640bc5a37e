package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/** The linear maps of one layer, or the outputs of each that one thread of a team computes. */
record LayerProducts(
    DecoderConfig config,
    Linear q,
    Linear k,
    Linear v,
    Linear o,
    Linear gate,
    Linear up,
    Linear down) {

  static LayerProducts of(DecoderConfig config, Parts parts, String prefix)
      throws WeightsException {
    int d = config.hiddenSize();
    int m = config.intermediateSize();
    int wide = config.heads() * config.headDim();
    int narrow = config.kvHeads() * config.headDim();
    boolean bias = config.qkvBias();
    return new LayerProducts(
        config,
        parts.linear(prefix + "self_attn.q_proj", d, wide, bias),
        parts.linear(prefix + "self_attn.k_proj", d, narrow, bias),
        parts.linear(prefix + "self_attn.v_proj", d, narrow, bias),
        parts.linear(prefix + "self_attn.o_proj", wide, d, false),
        parts.linear(prefix + "mlp.gate_proj", d, m, false),
        parts.linear(prefix + "mlp.up_proj", d, m, false),
        parts.linear(prefix + "mlp.down_proj", m, d, false));
  }

  /** The outputs that one worker computes: whole heads of q, k and v, columns of the others. */
  LayerProducts of(Worker worker) {
    Slice heads = worker.slice(config.heads()).times(config.headDim());
    Slice kvHeads = worker.slice(config.kvHeads()).times(config.headDim());
    Slice columns = worker.slice(config.hiddenSize());
    Slice inner = worker.slice(config.intermediateSize());
    return new LayerProducts(
        config,
        q.outputs(heads),
        k.outputs(kvHeads),
        v.outputs(kvHeads),
        o.outputs(columns),
        gate.outputs(inner),
        up.outputs(inner),
        down.outputs(columns));
  }

  /** What normed rows a [B, n, D] bring to attention. */
  AttentionInputs attentionInputs(Tensor a, RotaryTable rotary, Workspace workspace) {
    int dim = config.headDim();
    Tensor rawQueries = Heads.split(q.forward(a, workspace), dim);
    Tensor rawKeys = Heads.split(k.forward(a, workspace), dim);
    Tensor values = Heads.split(v.forward(a, workspace), dim);
    return new AttentionInputs(
        rawQueries, rawKeys, rotary.rotate(rawQueries), rotary.rotate(rawKeys), values);
  }

  /** silu(gate b) · up b of normed rows b [B, n, D]. */
  Tensor gated(Tensor b, Workspace workspace) {
    return Reuse.gated(gate.forward(b, workspace), up.forward(b, workspace));
  }
}
