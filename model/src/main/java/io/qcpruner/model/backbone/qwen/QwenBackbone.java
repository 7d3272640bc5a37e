package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.MergedBackbone;
import io.qcpruner.model.backbone.MropeGrid;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** A Qwen-VL model: patches through a tower with a merger, and positions with three axes. */
public final class QwenBackbone extends MergedBackbone {
  private final QwenSpec spec;
  private final MergingTower tower;

  public QwenBackbone(QwenSpec spec, MergingTower tower, ModuleFactory modules)
      throws WeightsException {
    super(spec, modules);
    this.spec = spec;
    this.tower = tower;
  }

  @Override
  public VisionOutput encode(
      Visual visual, TowerWork work, Workspace workspace, Cancellation cancellation) {
    if (!(visual instanceof PatchBlocks in)) {
      throw new IllegalArgumentException(spec.family().label() + " takes patches, not " + visual);
    }
    QwenPreprocessor.Patches p = in.patches();
    int merge = spec.sizes().merge();
    PatchGrid grid = new PatchGrid(p.gridTime(), p.gridHeight(), p.gridWidth(), merge);
    Tensor pixels =
        Tensors.ofFloats(
            p.pixels().data(),
            placement(),
            Arrays.stream(p.pixels().shape()).asLongStream().toArray());
    TowerTap taken = newTap(work);
    Blocks blocks = tower.forward(pixels, grid, taken, workspace, cancellation);
    VisionLayout layout =
        new VisionLayout(
            grid.slices(),
            grid.slices(),
            grid.height() / merge,
            grid.width() / merge,
            false,
            0,
            0,
            false,
            in.picture());
    return output(visual, layout, blocks, taken);
  }

  @Override
  protected Grouping grouping(VisionOutput output) {
    return output.layout().views() > 1 ? Grouping.FRAMES : Grouping.SINGLE;
  }

  @Override
  protected int places(VisionOutput output) {
    return spec.hasPlaceForEachSlice() ? output.layout().views() : 1;
  }

  @Override
  protected Optional<MropeGrid> grid(VisionOutput output) {
    VisionLayout layout = output.layout();
    double perSlice = spec.positionsPerSlice((PatchBlocks) output.visual());
    return Optional.of(
        new MropeGrid(layout.views(), layout.gridRows(), layout.gridCols(), perSlice));
  }
}
