package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.MropeGrid;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerSignals;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** A Qwen-VL model: patches through a tower with a merger, and positions with three axes. */
public final class QwenBackbone implements Backbone {
  private final QwenSpec spec;
  private final MergingTower tower;
  private final Decoder decoder;
  private final Placement placement;

  public QwenBackbone(QwenSpec spec, MergingTower tower, ModuleFactory modules)
      throws WeightsException {
    this.spec = spec;
    this.placement = modules.placement();
    this.tower = tower;
    this.decoder = new Decoder(spec.config().decoder(), modules);
  }

  @Override
  public BackboneSpec spec() {
    return spec;
  }

  @Override
  public Decoder decoder() {
    return decoder;
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
            placement,
            Arrays.stream(p.pixels().shape()).asLongStream().toArray());
    TowerTap taken = work.newTap();
    MergingTower.Output out = tower.forward(pixels, grid, taken, workspace, cancellation);
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
    Tensor states = TowerSignals.meanOfRuns(out.units(), (long) merge * merge).squeeze(1);
    return new VisionOutput(visual, layout, states, out.merged(), taken, out.reverse(), out.deep());
  }

  @Override
  public Tensor projected(VisionOutput output, Workspace workspace) {
    return output.merged();
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
    int[] all = IntStream.range(0, output.layout().towerRows()).toArray();
    TokenKind[] kinds = new TokenKind[all.length];
    Arrays.fill(kinds, TokenKind.PATCH);
    return visualRows(output, x -> x, all, kinds);
  }

  @Override
  public VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    UnaryOperator<Tensor> planned = x -> RowMaps.apply(plan.rows(), x, placement);
    return visualRows(output, planned, plan.rows().primarySources(), plan.kinds());
  }

  private VisualRows visualRows(
      VisionOutput output, UnaryOperator<Tensor> rows, int[] units, TokenKind[] kinds) {
    VisionLayout layout = output.layout();
    int cols = layout.gridCols();
    List<VisualRows.Cell> cells =
        IntStream.range(0, units.length)
            .mapToObj(
                i -> {
                  int inSlice = units[i] % layout.patches();
                  return new VisualRows.Cell(
                      kinds[i],
                      units[i] / layout.patches(),
                      inSlice / cols,
                      inSlice % cols,
                      units[i]);
                })
            .toList();
    Grouping grouping = layout.views() > 1 ? Grouping.FRAMES : Grouping.SINGLE;
    return new VisualRows(
        rows.apply(output.merged()),
        cells,
        layout.towerRows(),
        grouping,
        Optional.of(grid(output)),
        output.deep().stream().map(rows).toList(),
        spec.hasPlaceForEachSlice() ? layout.views() : 1);
  }

  private MropeGrid grid(VisionOutput output) {
    VisionLayout layout = output.layout();
    double perSlice = spec.positionsPerSlice((PatchBlocks) output.visual());
    return new MropeGrid(layout.views(), layout.gridRows(), layout.gridCols(), perSlice);
  }
}
