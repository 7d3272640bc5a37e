package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.qwen.PatchLayer;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/** Makes one row of the patches of a block: norm, join, two linear maps with GELU between. */
final class Qwen3Merger {
  private final boolean normsBlocks;
  private final LayerNorm norm;
  private final Linear fc1;
  private final Linear fc2;

  /**
   * @param normsBlocks whether a block is normed as a whole, and not patch by patch
   */
  Qwen3Merger(Qwen3VisionConfig config, boolean normsBlocks, ModuleFactory modules, String prefix)
      throws WeightsException {
    this.normsBlocks = normsBlocks;
    int unit = config.unit();
    int normed = normsBlocks ? unit : config.width();
    this.norm = modules.layerNorm(prefix + "norm", normed, PatchLayer.EPS);
    this.fc1 = modules.linear(prefix + "linear_fc1", unit, unit, true);
    this.fc2 = modules.linear(prefix + "linear_fc2", unit, config.outWidth(), true);
  }

  /** units [N, merge², d] to [N, D]. */
  Tensor forward(Tensor units, Workspace workspace) {
    Tensor joined =
        normsBlocks
            ? norm.forward(units.reshape(units.size(0), -1))
            : norm.forward(units).reshape(units.size(0), -1);
    return fc2.forward(Activation.GELU.apply(fc1.forward(joined, workspace)), workspace);
  }
}
