package io.qcpruner.model.backbone.qwen2vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.MergedBackbone.Blocks;
import io.qcpruner.model.backbone.qwen.MergingTower;
import io.qcpruner.model.backbone.qwen.PatchGrid;
import io.qcpruner.model.backbone.qwen.PatchLayer;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** The tower of Qwen2-VL: every layer attends over all patches of a slice. */
final class Qwen2Tower implements MergingTower {
  private final Qwen2VisionConfig config;
  private final Placement placement;
  private final Linear patchEmbedding;
  private final List<PatchLayer> layers;
  private final LayerNorm mergerNorm;
  private final Linear merger1;
  private final Linear merger2;

  Qwen2Tower(Qwen2VisionConfig config, ModuleFactory modules) throws WeightsException {
    this.config = config;
    this.placement = modules.placement();
    int d = config.width();
    int p = config.sizes().patch();
    Tensor kernel =
        modules.tensor("vision.patch_embed.proj.weight", d, 3, config.sizes().time(), p, p);
    this.patchEmbedding = modules.linear(kernel.reshape(d, -1), null);
    PatchLayer.Shape shape =
        new PatchLayer.Shape(
            d,
            config.intermediateSize(),
            config.heads(),
            Activation.of(config.activation()),
            "mlp.fc");
    this.layers =
        modules.layers(
            config.depth(), i -> new PatchLayer(shape, modules, "vision.blocks." + i + "."));
    int unit = d * config.sizes().merge() * config.sizes().merge();
    this.mergerNorm = modules.layerNorm("vision.merger.ln_q", d, PatchLayer.EPS);
    this.merger1 = modules.linear("vision.merger.mlp.0", unit, unit, true);
    this.merger2 = modules.linear("vision.merger.mlp.2", unit, config.outWidth(), true);
  }

  @Override
  public Blocks forward(
      Tensor patches, PatchGrid grid, TowerTap tap, Workspace ws, Cancellation cancellation) {
    grid.require(patches);
    int[] order = grid.rasterUnits();
    RotaryTable rotary =
        PatchGrid.rotary(
            grid.rows(order),
            grid.columns(order),
            config.width() / config.heads(),
            config.ropeTheta(),
            placement);
    int[] slices = grid.sliceLengths();
    Tensor x = Scopes.keep(() -> patchEmbedding.forward(patches, ws));
    for (int i = 0; i < layers.size(); i++) {
      cancellation.check();
      PatchLayer layer = layers.get(i);
      Tensor in = x;
      TowerTap.Layer here = TowerTap.at(tap, i, i == layers.size() - 1);
      x = Scopes.keep(() -> layer.forward(in, rotary, slices, here, ws));
    }
    long perUnit = (long) grid.merge() * grid.merge();
    Tensor units = x.view(-1, perUnit, config.width());
    return new Blocks(units, Scopes.keep(() -> merge(units, ws)), order);
  }

  private Tensor merge(Tensor units, Workspace ws) {
    Tensor joined = mergerNorm.forward(units).reshape(units.size(0), -1);
    return merger2.forward(Activation.GELU.apply(merger1.forward(joined, ws)), ws);
  }
}
