package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.MergedBackbone.Blocks;
import io.qcpruner.model.backbone.qwen.MergingTower;
import io.qcpruner.model.backbone.qwen.PatchGrid;
import io.qcpruner.model.backbone.qwen.PatchLayer;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The tower of Qwen3-VL: learned and rotary positions, full attention over a slice, and the rows of
 * some layers merged for the decoder's first layers (DeepStack). Meng et al., "DeepStack: Deeply
 * Stacking Visual Tokens is Surprisingly Simple and Effective for LMMs", 2024.
 */
final class Qwen3Tower implements MergingTower {
  private final Qwen3VisionConfig config;
  private final Placement placement;
  private final Linear patchEmbedding;
  private final List<PatchLayer> layers;
  private final PositionTable positions;
  private final Qwen3Merger merger;
  private final List<Qwen3Merger> deepMergers;

  Qwen3Tower(Qwen3VisionConfig config, ModuleFactory modules) throws WeightsException {
    this.config = config;
    this.placement = modules.placement();
    int d = config.width();
    int p = config.sizes().patch();
    Tensor kernel =
        modules.tensor("vision.patch_embed.proj.weight", d, 3, config.sizes().time(), p, p);
    this.patchEmbedding =
        modules.linear(kernel.reshape(d, -1), modules.tensor("vision.patch_embed.proj.bias", d));
    PatchLayer.Shape shape =
        new PatchLayer.Shape(
            d,
            config.intermediateSize(),
            config.heads(),
            Activation.of(config.activation()),
            "mlp.linear_fc");
    this.layers =
        modules.layers(
            config.depth(), i -> new PatchLayer(shape, modules, "vision.blocks." + i + "."));
    Tensor table = modules.tensor("vision.pos_embed.weight", config.positions(), d);
    this.positions = new PositionTable(table, config.side(), placement);
    this.merger = new Qwen3Merger(config, false, modules, "vision.merger.");
    List<Qwen3Merger> made = new ArrayList<>();
    for (int j = 0; j < config.deepLayers().length; j++) {
      made.add(new Qwen3Merger(config, true, modules, "vision.deepstack_merger_list." + j + "."));
    }
    this.deepMergers = List.copyOf(made);
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
    Tensor x = Scopes.keep(() -> patchEmbedding.forward(patches, ws).add(positions.of(grid)));
    List<Tensor> deep = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      cancellation.check();
      PatchLayer layer = layers.get(i);
      Tensor in = x;
      TowerTap.Layer here = TowerTap.at(tap, i, i == layers.size() - 1);
      x = Scopes.keep(() -> layer.forward(in, rotary, slices, here, ws));
      int level = Arrays.binarySearch(config.deepLayers(), i);
      if (level >= 0) {
        Tensor blocks = units(x, grid);
        deep.add(Scopes.keep(() -> deepMergers.get(level).forward(blocks, ws)));
      }
    }
    Tensor units = units(x, grid);
    return new Blocks(units, Scopes.keep(() -> merger.forward(units, ws)), order, deep);
  }

  /** [N, merge², d]. */
  private Tensor units(Tensor x, PatchGrid grid) {
    return x.view(-1, (long) grid.merge() * grid.merge(), config.width());
  }
}
