package io.qcpruner.model.internal.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PictureBudgets;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Lets a method prune at the decoder boundaries it names. Belongs to one request. */
final class PruningHook implements BoundaryHook {
  private final PruneRequest request;
  private final Decoder decoder;
  private final List<? extends PromptSignals> prompt;
  private final int[] anchorRows;
  private final StageClock clock;
  private final Map<Integer, Stage> stages = new LinkedHashMap<>();
  private final List<PruneStep> steps = new ArrayList<>();

  /**
   * @param prompt signals of each picture or clip
   * @param anchorRows anchor rows of the unpruned prompt, ascending
   */
  PruningHook(
      PruneRequest request,
      Decoder decoder,
      List<? extends PromptSignals> prompt,
      int[] anchorRows,
      StageClock clock) {
    this.request = request;
    this.decoder = decoder;
    this.prompt = prompt;
    this.anchorRows = anchorRows;
    this.clock = clock;
    for (Stage stage : request.pruner().stages()) {
      if (stage instanceof Stage.BeforeDecoder) {
        stages.put(-1, stage);
      } else if (stage instanceof Stage.AfterLayer after) {
        stages.put(requireInside(after.layer()), stage);
      }
    }
  }

  private int requireInside(int layer) {
    // pruning after the last layer would change nothing
    int last = decoder.config().layers() - 2;
    if (layer > last) {
      throw new PruningRefusedException(
          "%s prunes after layer %d, but this model has %d layers: the last useful one is %d"
              .formatted(request.pruner().label(), layer, decoder.config().layers(), last));
    }
    return layer;
  }

  @Override
  public boolean wants(int layer) {
    return stages.containsKey(layer);
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return DecoderSignals.needsQueryKey(request.pruner().needs(stages.get(layer)));
  }

  @Override
  public Optional<PrunePlan> visit(Boundary boundary) {
    PrunePlan plan = clock.time(Part.SELECTION, () -> plan(boundary));
    clock.continueAs(Part.PREFILL_AFTER);
    return Optional.of(plan);
  }

  private PrunePlan plan(Boundary boundary) {
    Stage stage = stages.get(boundary.layer());
    Pruner pruner = request.pruner();
    List<Budget> budgets = PictureBudgets.share(request.budget(), candidates(boundary.input()));
    List<PrunePlan> plans = new ArrayList<>();
    for (int v = 0; v < prompt.size(); v++) {
      DecoderSignals signals =
          new DecoderSignals(
              decoder,
              boundary,
              prompt.get(v),
              anchorRows,
              pruner.needs(stage),
              pruner.newlinesAreCandidates(),
              v,
              clock);
      PruneResult result = plan(pruner, stage, signals, budgets.get(v));
      steps.add(new PruneStep(stage, v, result));
      plans.add(result.plan());
    }
    return plans.size() == 1
        ? plans.get(0)
        : OneVisual.union(boundary.layout(), DecoderSignals.rowVisuals(boundary), plans);
  }

  /** Candidates of each picture in the unpruned prompt. */
  private static int[] candidates(DecoderInput input) {
    int[] rows = input.layout().candidates();
    return IntStream.range(0, input.visualCount())
        .map(v -> (int) IntStream.of(rows).filter(r -> input.visuals()[r] == v).count())
        .toArray();
  }

  static PruneResult plan(Pruner pruner, Stage stage, Signals signals, Budget budget) {
    try {
      return pruner.plan(stage, signals, budget);
    } catch (PruningRefusedException e) {
      throw new PruningRefusedException(
          "%s %s: %s".formatted(pruner.label(), stage, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s %s: %s".formatted(pruner.label(), stage, e.getMessage()), e);
    }
  }

  /** What was decided so far, in order. */
  List<PruneStep> steps() {
    return List.copyOf(steps);
  }
}
