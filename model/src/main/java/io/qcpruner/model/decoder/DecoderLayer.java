package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/** h += o(attn(RMS h)); h += down(silu(gate b) · up b), b = RMS h. */
final class DecoderLayer {
  private final RmsNorm inputNorm;
  private final RmsNorm postNorm;
  private final LayerProducts products;

  DecoderLayer(DecoderConfig config, Parts parts, String prefix) throws WeightsException {
    int d = config.hiddenSize();
    this.inputNorm = parts.rmsNorm(prefix + "input_layernorm", d, config.rmsEps());
    this.postNorm = parts.rmsNorm(prefix + "post_attention_layernorm", d, config.rmsEps());
    this.products = LayerProducts.of(config, parts, prefix);
  }

  RmsNorm inputNorm() {
    return inputNorm;
  }

  RmsNorm postNorm() {
    return postNorm;
  }

  LayerProducts products() {
    return products;
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
    return products.attentionInputs(inputNorm.forward(h), rotary, workspace);
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
    Tensor mid = Reuse.add(products.o().forward(attended, workspace), h);
    Tensor gated = products.gated(postNorm.forward(mid), workspace);
    return Reuse.add(mid, products.down().forward(gated, workspace));
  }
}
