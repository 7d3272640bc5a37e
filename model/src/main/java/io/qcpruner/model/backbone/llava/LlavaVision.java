package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.Projector;
import io.qcpruner.model.vision.TowerGroups;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import io.qcpruner.model.vision.VitTower;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.bytedeco.pytorch.Tensor;

/** What the LLaVA families run: a plain ViT, a two-layer projector, a learned newline. */
public final class LlavaVision {
  private final VitTower tower;
  private final Projector projector;
  private final Tensor newline; // [1, D], null without
  private final Placement placement;

  /**
   * @param withNewline whether the family has a learned newline
   */
  public LlavaVision(LlavaSpec spec, ModuleFactory modules, boolean withNewline)
      throws WeightsException {
    VitConfig vit = spec.vit();
    int d = spec.config().decoder().hiddenSize();
    this.placement = modules.placement();
    this.tower = new VitTower(vit, modules);
    this.projector = new Projector(vit.hiddenSize(), d, modules);
    this.newline = withNewline ? modules.tensor("newline", d).unsqueeze(0) : null;
  }

  public VitTower tower() {
    return tower;
  }

  public Placement placement() {
    return placement;
  }

  /** [1, D]. */
  public Tensor newline() {
    return newline;
  }

  /** Runs the tower on [V, 3, S, S]. */
  public VisionOutput encode(
      Visual visual,
      VisionLayout layout,
      TowerWork work,
      Workspace workspace,
      Cancellation cancellation) {
    Pixels pixels = visual.pixels();
    int s = tower.config().imageSize();
    TowerTap taken = work.newTap();
    AtomicReference<Optional<TowerGroups>> groups = new AtomicReference<>(Optional.empty());
    Tensor rows =
        Scopes.keep(
            () -> {
              Tensor in = Tensors.ofFloats(pixels.data(), placement, layout.views(), 3, s, s);
              VitTower.Output out =
                  tower.forward(in, taken, work.merging(), workspace, cancellation);
              groups.set(out.groups());
              return out.rows().flatten(0, 1);
            });
    return new VisionOutput(visual, layout, rows, null, taken, new int[0], List.of(), groups.get());
  }

  /** Projected patch rows [V, P, D], class rows dropped. */
  public Tensor project(VisionOutput output, Workspace workspace) {
    return Scopes.keep(
        () -> {
          VisionLayout layout = output.layout();
          Tensor views = output.towerRows().unflatten(0, layout.views(), layout.rowsPerView());
          return projector.forward(tower.patches(views), workspace);
        });
  }

  /** Rows of a plan on the tower's output, projected, in the plan's order. */
  public VisualRows planned(
      VisionOutput output, PrunePlan plan, int unprunedRows, Grouping grouping, Workspace ws) {
    return planned(output, plan, false, unprunedRows, grouping, ws);
  }

  /**
   * @param projectFirst whether the plan's sums are of projected rows
   */
  public VisualRows planned(
      VisionOutput output,
      PrunePlan plan,
      boolean projectFirst,
      int unprunedRows,
      Grouping grouping,
      Workspace ws) {
    VisionLayout layout = output.layout();
    RowMap map = plan.rows();
    int newlineSource = layout.newlineSource();
    int[] primary = map.primarySources();
    Tensor rows =
        Scopes.keep(
            () -> {
              int[] sources =
                  Arrays.stream(map.sources()).map(s -> s == newlineSource ? 0 : s).toArray();
              RowMap onTower = new RowMap(map.offsets(), sources, map.weights());
              Tensor projected =
                  projectFirst
                      ? RowMaps.apply(onTower, projector.forward(output.towerRows(), ws), placement)
                      : projector.forward(
                          RowMaps.apply(onTower, output.towerRows(), placement), ws);
              return withNewlines(projected, primary, newlineSource);
            });
    List<VisualRows.Cell> cells = new ArrayList<>();
    for (int i = 0; i < primary.length; i++) {
      cells.add(cell(plan.kinds()[i], layout, primary[i]));
    }
    return new VisualRows(rows, cells, unprunedRows, grouping, Optional.empty());
  }

  private Tensor withNewlines(Tensor projected, int[] primary, int newlineSource) {
    if (Arrays.stream(primary).noneMatch(s -> s == newlineSource)) {
      return projected;
    }
    int[] pick = new int[primary.length];
    Arrays.setAll(pick, i -> primary[i] == newlineSource ? primary.length : i);
    return Tensors.cat(0, projected, newline).index_select(0, Tensors.ofIndices(pick, placement));
  }

  private static VisualRows.Cell cell(TokenKind kind, VisionLayout layout, int towerRow) {
    if (towerRow >= layout.towerRows()) {
      return new VisualRows.Cell(kind, layout.views() - 1, -1, -1, -1);
    }
    int view = towerRow / layout.rowsPerView();
    int patch = towerRow % layout.rowsPerView() - (layout.classRow() ? 1 : 0);
    int row = patch < 0 ? -1 : patch / layout.gridCols();
    int col = patch < 0 ? -1 : patch % layout.gridCols();
    return new VisualRows.Cell(kind, view, row, col, -1);
  }
}
