package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.MergedBackbone.Blocks;
import io.qcpruner.model.backbone.qwen.MergingTower;
import io.qcpruner.model.backbone.qwen.PatchGrid;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * The windowed tower of Qwen2.5-VL and its merger. Bai et al., "Qwen2.5-VL Technical Report", 2025.
 */
final class QwenTower implements MergingTower {
  static final double EPS = 1e-6;

  private final QwenVisionConfig config;
  private final Placement placement;
  private final Linear patchEmbedding;
  private final List<QwenBlock> blocks;
  private final RmsNorm mergerNorm;
  private final Linear merger1;
  private final Linear merger2;

  public QwenTower(QwenVisionConfig config, ModuleFactory modules) throws WeightsException {
    this.config = config;
    this.placement = modules.placement();
    int d = config.hiddenSize();
    int p = config.sizes().patch();
    int time = config.sizes().time();
    Tensor kernel = modules.tensor("vision.patch_embed.proj.weight", d, 3, time, p, p);
    this.patchEmbedding = modules.linear(kernel.reshape(d, -1), null);
    this.blocks =
        modules.layers(
            config.depth(), i -> new QwenBlock(config, modules, "vision.blocks." + i + "."));
    int unit = d * config.sizes().merge() * config.sizes().merge();
    this.mergerNorm = modules.rmsNorm("vision.merger.ln_q", d, EPS);
    this.merger1 = modules.linear("vision.merger.mlp.0", unit, unit, true);
    this.merger2 = modules.linear("vision.merger.mlp.2", unit, config.outHiddenSize(), true);
  }

  @Override
  public Blocks forward(
      Tensor patches, PatchGrid grid, TowerTap tap, Workspace ws, Cancellation cancellation) {
    grid.require(patches);
    QwenWindows windows = QwenWindows.of(config, grid);
    int headDim = config.hiddenSize() / config.heads();
    RotaryTable rotary =
        PatchGrid.rotary(windows.rows(), windows.cols(), headDim, config.ropeTheta(), placement);
    Tensor x = Scopes.keep(() -> embed(patches, windows, ws));
    for (int i = 0; i < blocks.size(); i++) {
      cancellation.check();
      QwenBlock block = blocks.get(i);
      Tensor in = x;
      int[] segments = isFull(i) ? grid.sliceLengths() : windows.windowLengths();
      TowerTap.Layer here = TowerTap.at(tap, i, i == blocks.size() - 1);
      x = Scopes.keep(() -> block.forward(in, rotary, segments, here, ws));
    }
    int[] reverse = windows.reverse();
    Tensor index = Tensors.ofIndices(reverse, placement);
    int perUnit = config.sizes().merge() * config.sizes().merge();
    Tensor units = x.view(-1, perUnit, config.hiddenSize()).index_select(0, index);
    return new Blocks(units, Scopes.keep(() -> merge(units, ws)), reverse);
  }

  private Tensor embed(Tensor patches, QwenWindows windows, Workspace ws) {
    int perUnit = config.sizes().merge() * config.sizes().merge();
    Tensor x = patchEmbedding.forward(patches, ws).view(-1, perUnit, config.hiddenSize());
    return x.index_select(0, Tensors.ofIndices(windows.order(), placement))
        .reshape(-1, config.hiddenSize());
  }

  private Tensor merge(Tensor units, Workspace ws) {
    Tensor joined = mergerNorm.forward(units).reshape(units.size(0), -1);
    return merger2.forward(Activation.GELU.apply(merger1.forward(joined, ws)), ws);
  }

  private boolean isFull(int block) {
    return IntStream.of(config.fullAttentionBlocks()).anyMatch(b -> b == block);
  }
}
