package io.qcpruner.model.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets a method prune at the decoder boundaries it names. Belongs to one request. */
public final class PruningHook implements BoundaryHook {

  /** What a method decided at a stage. */
  public record Step(Stage stage, PruneResult result) {}

  private final Pruner pruner;
  private final Budget budget;
  private final Decoder decoder;
  private final PromptSignals prompt;
  private final int[] anchorRows;
  private final boolean rotatedScores;
  private final StageClock clock;
  private final Map<Integer, Stage> stages = new LinkedHashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private long firstVisit = -1;
  private long visitNanos;

  /**
   * @param anchorRows anchor rows of the unpruned prompt, ascending
   * @param rotatedScores whether the alignment cue uses rotated queries and keys
   */
  public PruningHook(
      Pruner pruner,
      Budget budget,
      Decoder decoder,
      PromptSignals prompt,
      int[] anchorRows,
      boolean rotatedScores,
      StageClock clock) {
    this.pruner = pruner;
    this.budget = budget;
    this.decoder = decoder;
    this.prompt = prompt;
    this.anchorRows = anchorRows;
    this.rotatedScores = rotatedScores;
    this.clock = clock;
    for (Stage stage : pruner.stages()) {
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
      throw new IllegalArgumentException(
          "%s prunes after layer %d, but this model has %d layers: the last useful one is %d"
              .formatted(pruner.label(), layer, decoder.config().layers(), last));
    }
    return layer;
  }

  @Override
  public boolean wants(int layer) {
    return stages.containsKey(layer);
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return DecoderSignals.needsQueryKey(pruner.needs(stages.get(layer)));
  }

  @Override
  public Optional<PrunePlan> visit(Boundary boundary) {
    Stage stage = stages.get(boundary.layer());
    DecoderSignals signals =
        new DecoderSignals(
            decoder,
            boundary,
            prompt,
            anchorRows,
            pruner.needs(stage),
            pruner.newlinesAreCandidates(),
            rotatedScores,
            clock);
    long start = System.nanoTime();
    firstVisit = firstVisit < 0 ? start : firstVisit;
    long before = clock.nanos(Part.CUES) + clock.nanos(Part.AFFINITY);
    PruneResult result = plan(pruner, stage, signals, budget);
    long inSignals = clock.nanos(Part.CUES) + clock.nanos(Part.AFFINITY) - before;
    long spent = System.nanoTime() - start;
    clock.add(Part.SELECTION, spent - inSignals);
    visitNanos += spent;
    steps.add(new Step(stage, result));
    return Optional.of(result.plan());
  }

  static PruneResult plan(Pruner pruner, Stage stage, Signals signals, Budget budget) {
    try {
      return pruner.plan(stage, signals, budget);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s %s: %s".formatted(pruner.label(), stage, e.getMessage()), e);
    }
  }

  /** When the hook was first called, by {@link System#nanoTime}; {@code never} if it was not. */
  public long firstVisit(long never) {
    return firstVisit < 0 ? never : firstVisit;
  }

  /** Time spent inside the hook. */
  public long visitNanos() {
    return visitNanos;
  }

  /** What was decided so far, in order. */
  public List<Step> steps() {
    return List.copyOf(steps);
  }
}
