package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** h += o(attn(RMS h)); h += down(silu(gate b) · up b), b = RMS h. */
final class DecoderLayer {
  private final RmsNorm inputNorm;
  private final RmsNorm postNorm;
  private final List<LayerShard> shards;
  private final LayerShard whole;

  DecoderLayer(DecoderConfig config, ModuleFactory modules, String prefix) throws WeightsException {
    int d = config.hiddenSize();
    this.inputNorm = modules.rmsNorm(prefix + "input_layernorm", d, config.rmsEps());
    this.postNorm = modules.rmsNorm(prefix + "post_attention_layernorm", d, config.rmsEps());
    this.shards = shards(config, modules, prefix);
    this.whole = LayerShard.of(config, modules, prefix, 0, 1); // weights are shared by all views
  }

  private static List<LayerShard> shards(DecoderConfig config, ModuleFactory modules, String prefix)
      throws WeightsException {
    List<LayerShard> made = new ArrayList<>();
    for (int i = 0; i < modules.shards(); i++) {
      made.add(LayerShard.of(config, modules, prefix, i, modules.shards()));
    }
    return List.copyOf(made);
  }

  RmsNorm inputNorm() {
    return inputNorm;
  }

  RmsNorm postNorm() {
    return postNorm;
  }

  /** The parts that threads of a team compute side by side. */
  List<LayerShard> shards() {
    return shards;
  }

  /** All outputs, for one thread or for the engine's own threads. */
  LayerShard whole() {
    return whole;
  }

  /** h [B, n, D] to [B, n, D]. Differentiable when the pass has no cache. */
  Tensor forward(Tensor h, LayerPass pass) {
    Workspace workspace = pass.workspace();
    AttentionInputs in = whole.attentionInputs(inputNorm.forward(h), pass.rotary(), workspace);
    if (pass.tap() != null) {
      pass.tap().record(in.queries(), in.keys());
    }
    Tensor mid = Reuse.add(whole.o().forward(attend(in, pass), workspace), h);
    Tensor gated = whole.gated(postNorm.forward(mid), workspace);
    return Reuse.add(mid, whole.down().forward(gated, workspace));
  }

  /** Queries of some rows and keys of all rows of h [n, D], without running the layer. */
  QueryKeys queryKeys(Tensor h, Tensor rows, Optional<RotaryTable> table, Workspace workspace) {
    Tensor normed = inputNorm.forward(h).unsqueeze(0);
    Tensor asking = normed.index_select(1, rows);
    List<Linear> maps = whole.qkv().maps();
    Tensor queries = whole.normed(maps.get(0).forward(asking, workspace), HeadNorms::queries);
    Tensor keys = whole.normed(maps.get(1).forward(normed, workspace), HeadNorms::keys);
    if (table.isPresent()) {
      queries = table.get().select(rows).rotate(queries);
      keys = table.get().rotate(keys);
    }
    return new QueryKeys(queries.squeeze(0), keys.squeeze(0));
  }

  private static Tensor attend(AttentionInputs in, LayerPass pass) {
    KvCache cache = pass.cache();
    if (cache == null) {
      return Attention.attend(in.queries(), in.keys(), in.values(), pass.mask(), pass.workspace());
    }
    cache.append(in.keys(), in.values());
    return Attention.attend(
        in.queries(), cache.keys(), cache.values(), pass.mask(), pass.workspace());
  }
}
