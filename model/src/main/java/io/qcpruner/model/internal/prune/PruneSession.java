package io.qcpruner.model.internal.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.core.prune.PictureBudgets;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.vision.TowerWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * One request's pruning, stage by stage: after the tower through {@link #rows}, inside the decoder
 * through the hook. Not for several threads.
 */
public final class PruneSession {
  private final Backbone backbone;
  private final PruneRequest request;
  private final Companions companions;
  private final Workspace workspace;
  private final StageClock clock;
  private final List<VisionSignals> prompt = new ArrayList<>();
  private final List<PruneStep> visionSteps = new ArrayList<>();
  private PruningHook hook;

  public PruneSession(
      Backbone backbone,
      PruneRequest request,
      Companions companions,
      Workspace workspace,
      StageClock clock) {
    this.backbone = backbone;
    this.request = request;
    this.companions = companions;
    this.workspace = workspace;
    this.clock = clock;
  }

  /** Where the method acts, in order. */
  public List<Stage> stages() {
    return pruner().stages();
  }

  /**
   * What the tower must do for this method.
   *
   * @param layouts of each picture
   */
  public List<TowerWork> towerWork(List<VisionLayout> layouts) {
    int[] patches = layouts.stream().mapToInt(v -> v.views() * v.patches()).toArray();
    List<Budget> budgets = PictureBudgets.share(request.budget(), patches);
    return IntStream.range(0, layouts.size())
        .mapToObj(v -> towerWork(layouts.get(v), budgets.get(v)))
        .toList();
  }

  private TowerWork towerWork(VisionLayout layout, Budget budget) {
    return new TowerWork(true, pruner().towerLayers(), pruner().towerMerging(layout, budget));
  }

  /**
   * The rows of all pictures, pruned if the method acts on the tower's output.
   *
   * @param unpruned all rows of a picture by its number
   */
  public List<VisualRows> rows(
      List<VisionOutput> outputs, QuestionText question, IntFunction<VisualRows> unpruned) {
    for (VisionOutput output : outputs) {
      prompt.add(
          new VisionSignals(
              backbone, output, question, pruner()::questionWords, companions, workspace));
    }
    Optional<Stage> stage = pruner().stages().stream().filter(Stage::onTower).findFirst();
    if (stage.isEmpty()) {
      return IntStream.range(0, outputs.size()).mapToObj(unpruned).toList();
    }
    List<PruneResult> results = clock.time(Part.SELECTION, () -> plans(stage.get()));
    List<VisualRows> rows = new ArrayList<>();
    for (int v = 0; v < outputs.size(); v++) {
      visionSteps.add(new PruneStep(stage.get(), v, results.get(v)));
      PrunePlan plan = results.get(v).plan();
      rows.add(
          stage.get() instanceof Stage.AfterProjector
              ? backbone.projectedRows(outputs.get(v), plan, workspace)
              : backbone.rows(outputs.get(v), plan, workspace));
    }
    return rows;
  }

  private List<PruneResult> plans(Stage stage) {
    List<AfterVisionSignals> signals =
        prompt.stream().map(p -> new AfterVisionSignals(p, pruner().needs(stage), clock)).toList();
    List<Budget> budgets =
        PictureBudgets.share(
            request.budget(),
            signals.stream().mapToInt(AfterVisionSignals::unprunedCandidates).toArray());
    List<PruneResult> results = new ArrayList<>();
    for (int v = 0; v < signals.size(); v++) {
      results.add(PruningHook.plan(pruner(), stage, signals.get(v), budgets.get(v)));
    }
    return results;
  }

  /**
   * The hook for the decoder; call {@link #rows} first.
   *
   * @param anchorRows anchor rows of the assembled prompt, ascending
   */
  public BoundaryHook hook(int[] anchorRows) {
    hook = new PruningHook(request, backbone.decoder(), prompt, anchorRows, clock);
    return hook;
  }

  /** What the method does while tokens are generated. */
  public Optional<CacheRule> cacheRule() {
    return pruner().cacheRule();
  }

  /** From which layer on caches are cut to what is left of the prompt. */
  public OptionalInt cachesTrimmedFrom() {
    return pruner().cachesTrimmedFrom();
  }

  /** Whether anything was dropped; a budget that covers everything leaves caches alone, too. */
  public boolean hasPruned() {
    return steps().stream().anyMatch(step -> !step.result().plan().unchanged());
  }

  /** What was decided, in order. */
  public List<PruneStep> steps() {
    List<PruneStep> all = new ArrayList<>(visionSteps);
    if (hook != null) {
      all.addAll(hook.steps());
    }
    return all;
  }

  private Pruner pruner() {
    return request.pruner();
  }
}
