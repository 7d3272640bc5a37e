package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Queries and keys of the layer after the feature layer: some methods rate patches by the tower's
 * last layer, which is not run otherwise.
 */
final class VitQueryKey {
  private final int headDim;
  private final LayerNorm norm;
  private final Linear q;
  private final Linear k;

  private VitQueryKey(VitConfig config, ModuleFactory modules, String prefix)
      throws WeightsException {
    int d = config.hiddenSize();
    this.headDim = d / config.heads();
    this.norm = modules.layerNorm(prefix + "layer_norm1", d, config.layerNormEps());
    this.q = modules.linear(prefix + "self_attn.q_proj", d, d, true);
    this.k = modules.linear(prefix + "self_attn.k_proj", d, d, true);
  }

  /** Empty if the tower or the checkpoint has no such layer. */
  static Optional<VitQueryKey> of(VitConfig config, ModuleFactory modules) throws WeightsException {
    String prefix = "vision.encoder.layers." + config.layersToRun() + ".";
    boolean there =
        config.layers() > config.layersToRun() && modules.has(prefix + "self_attn.q_proj.weight");
    return there ? Optional.of(new VitQueryKey(config, modules, prefix)) : Optional.empty();
  }

  /** x [V, R, d], the feature layer's output. */
  void record(int layer, Tensor x, TowerTap tap, Workspace workspace) {
    Scopes.run(
        () -> {
          Tensor a = norm.forward(x);
          Tensor queries = Heads.split(q.forward(a, workspace), headDim);
          tap.record(layer, false, queries, Heads.split(k.forward(a, workspace), headDim));
        });
  }
}
