package io.qcpruner.model.prune;

import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.PruningHook.Step;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
  private final List<Step> visionSteps = new ArrayList<>();
  private PromptSignals prompt;
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

  /** Whether the tower must record its last layer for this method. */
  public boolean needsTap() {
    Set<Signal> needs = new HashSet<>();
    pruner().stages().forEach(stage -> needs.addAll(pruner().needs(stage)));
    return VisionSignals.needTap(needs, companions);
  }

  /** The rows of a picture, pruned if the method acts on the tower's output. */
  public VisualRows rows(VisionOutput output, QuestionText question) {
    if (prompt != null) {
      throw new IllegalArgumentException(
          pruner().label() + " serves one picture or clip per request, not several");
    }
    prompt =
        new VisionSignals(
            backbone, output, question, pruner()::questionWords, companions, workspace);
    Optional<Stage> stage =
        pruner().stages().stream().filter(s -> s instanceof Stage.AfterVision).findFirst();
    if (stage.isEmpty()) {
      return backbone.rows(output, workspace);
    }
    PruneResult result = plan(stage.get());
    visionSteps.add(new Step(stage.get(), result));
    return backbone.rows(output, result.plan(), workspace);
  }

  private PruneResult plan(Stage stage) {
    AfterVisionSignals signals = new AfterVisionSignals(prompt, pruner().needs(stage), clock);
    long start = System.nanoTime();
    long before = clock.nanos(Part.CUES);
    PruneResult result = PruningHook.plan(pruner(), stage, signals, request.budget());
    clock.add(Part.SELECTION, System.nanoTime() - start - (clock.nanos(Part.CUES) - before));
    return result;
  }

  /**
   * The hook for the decoder; call {@link #rows} first.
   *
   * @param anchorRows anchor rows of the assembled prompt, ascending
   */
  public PruningHook hook(int[] anchorRows) {
    hook =
        new PruningHook(
            pruner(),
            request.budget(),
            backbone.decoder(),
            prompt,
            anchorRows,
            request.rotatedScores(),
            clock);
    return hook;
  }

  /** What was decided, in order. */
  public List<Step> steps() {
    List<Step> all = new ArrayList<>(visionSteps);
    if (hook != null) {
      all.addAll(hook.steps());
    }
    return all;
  }

  private Pruner pruner() {
    return request.pruner();
  }
}
