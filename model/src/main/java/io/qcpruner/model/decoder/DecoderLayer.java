package io.qcpruner.model.decoder;

import io.qcpruner.model.config.DecoderConfig;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.WeightsException;
import org.bytedeco.pytorch.Tensor;

/** h += o(attn(RMS h)); h += down(silu(gate b) · up b), b = RMS h. */
final class DecoderLayer {
  private final DecoderConfig config;
  private final RmsNorm inputNorm;
  private final RmsNorm postNorm;
  private final Linear q;
  private final Linear k;
  private final Linear v;
  private final Linear o;
  private final Linear gate;
  private final Linear up;
  private final Linear down;

  DecoderLayer(DecoderConfig config, Parts parts, String prefix) throws WeightsException {
    this.config = config;
    int d = config.hiddenSize();
    int m = config.intermediateSize();
    int wide = config.heads() * config.headDim();
    int narrow = config.kvHeads() * config.headDim();
    boolean bias = config.qkvBias();
    this.inputNorm = parts.rmsNorm(prefix + "input_layernorm", d, config.rmsEps());
    this.postNorm = parts.rmsNorm(prefix + "post_attention_layernorm", d, config.rmsEps());
    this.q = parts.linear(prefix + "self_attn.q_proj", d, wide, bias);
    this.k = parts.linear(prefix + "self_attn.k_proj", d, narrow, bias);
    this.v = parts.linear(prefix + "self_attn.v_proj", d, narrow, bias);
    this.o = parts.linear(prefix + "self_attn.o_proj", wide, d, false);
    this.gate = parts.linear(prefix + "mlp.gate_proj", d, m, false);
    this.up = parts.linear(prefix + "mlp.up_proj", d, m, false);
    this.down = parts.linear(prefix + "mlp.down_proj", m, d, false);
  }

  /** h [B, n, D] to [B, n, D]. Differentiable when the pass has no cache. */
  Tensor forward(Tensor h, LayerPass pass) {
    AttentionInputs in = attentionInputs(h, pass.rotary(), pass.workspace());
    if (pass.tap() != null) {
      pass.tap().record(in.rawQueries(), in.rawKeys(), in.queries(), in.keys());
    }
    return leave(h, attend(in, pass), pass.workspace());
  }

  /** What the rows h bring to attention; every row by itself. */
  AttentionInputs attentionInputs(Tensor h, RotaryTable rotary, Workspace workspace) {
    Tensor a = inputNorm.forward(h);
    Tensor rawQueries = Heads.split(q.forward(a, workspace), config.heads());
    Tensor rawKeys = Heads.split(k.forward(a, workspace), config.kvHeads());
    Tensor values = Heads.split(v.forward(a, workspace), config.kvHeads());
    return new AttentionInputs(
        rawQueries, rawKeys, rotary.rotate(rawQueries), rotary.rotate(rawKeys), values);
  }

  private static Tensor attend(AttentionInputs in, LayerPass pass) {
    KvCache cache = pass.cache();
    if (cache == null) {
      return Attention.attend(in.queries(), in.keys(), in.values(), pass.mask());
    }
    cache.append(in.keys(), in.values());
    return Attention.attend(in.queries(), cache.keys(), cache.values(), pass.mask());
  }

  /** The rows as they leave the layer, from those that entered and what they attended to. */
  Tensor leave(Tensor h, Tensor attended, Workspace workspace) {
    Tensor mid = Reuse.add(o.forward(attended, workspace), h);
    Tensor b = postNorm.forward(mid);
    Tensor gated = Reuse.gated(gate.forward(b, workspace), up.forward(b, workspace));
    return Reuse.add(mid, down.forward(gated, workspace));
  }
}
