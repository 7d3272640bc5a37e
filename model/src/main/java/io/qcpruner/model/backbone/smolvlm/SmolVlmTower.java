package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.shuffle.ViewTower;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.VitTower;
import org.bytedeco.pytorch.Tensor;

/** SigLIP with its last norm, and one linear map of each block. */
final class SmolVlmTower implements ViewTower {
  private final VitTower tower;
  private final LayerNorm lastNorm;
  private final Linear connector;

  SmolVlmTower(SmolVlmConfig config, ModuleFactory modules) throws WeightsException {
    VitConfig vit = config.tower();
    int width = vit.hiddenSize();
    this.tower = new VitTower(vit, modules, config.shuffle().order());
    this.lastNorm = modules.layerNorm("vision.post_layernorm", width, vit.layerNormEps());
    int block = width * config.shuffle().perBlock();
    this.connector = modules.linear("proj", block, config.backbone().decoder().hiddenSize(), false);
  }

  @Override
  public Tensor forward(
      Tensor pixels, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    return lastNorm.forward(tower.forward(pixels, tap, workspace, cancellation));
  }

  @Override
  public Tensor join(Tensor blocks, Workspace workspace) {
    return connector.forward(blocks.flatten(1, 2), workspace);
  }
}
