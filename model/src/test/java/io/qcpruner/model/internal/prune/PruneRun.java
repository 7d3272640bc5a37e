package io.qcpruner.model.internal.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.vision.TowerWork;
import java.util.ArrayList;
import java.util.List;

/** One request with a method, and all that a test looks at afterwards. */
final class PruneRun {
  /** The last two user rows stand for matched keywords. */
  private static final int ANCHORS_FROM_END = 4;

  final List<float[]> logits = new ArrayList<>();
  final List<Integer> tokens = new ArrayList<>();
  List<PruneStep> steps = List.of();
  long[] cacheLengths;
  long[] nextPositions;
  int promptRows;

  /** Prefill and greedy steps with a method; a null pruner runs without any. */
  static PruneRun of(PruneCase c, Pruner pruner, Budget budget, int count) {
    PruneRun run = new PruneRun();
    Scopes.run(() -> run.go(c, pruner, budget, count));
    return run;
  }

  private static PruneSession session(
      PruneCase c, Pruner pruner, Budget budget, Workspace workspace) {
    return new PruneSession(
        c.backbone(),
        new PruneRequest(pruner, budget),
        c.companions(),
        workspace,
        new StageClock());
  }

  private static VisionOutput encode(PruneCase c, PruneSession session, Workspace workspace) {
    VisionLayout layout = c.backbone().encode(c.visual(), false, workspace).layout();
    TowerWork work = session.towerWork(List.of(layout)).get(0);
    return c.backbone().encode(c.visual(), work, workspace, Cancellation.NONE);
  }

  /** What the tower makes of the picture for a method, which may merge rows there. */
  static VisionOutput encode(PruneCase c, Pruner pruner, Budget budget, Workspace workspace) {
    return encode(c, session(c, pruner, budget, workspace), workspace);
  }

  private void go(PruneCase c, Pruner pruner, Budget budget, int count) {
    Backbone backbone = c.backbone();
    try (DecodeState state = new DecodeState(backbone.decoder());
        Workspace workspace = new Workspace(backbone.decoder().placement())) {
      if (pruner == null) {
        VisualRows rows = backbone.rows(backbone.encode(c.visual(), false, workspace), workspace);
        generate(
            backbone,
            state,
            backbone.assemble(c.prompt(), List.of(rows)),
            List.of(),
            () -> {},
            count);
        return;
      }
      PruneSession session = session(c, pruner, budget, workspace);
      session.cacheRule().ifPresent(state::pruneCaches);
      session.cachesTrimmedFrom().ifPresent(state::trimCachesFrom);
      VisionOutput seen = encode(c, session, workspace);
      VisualRows rows =
          session
              .rows(List.of(seen), PruneCase.question(), v -> backbone.rows(seen, workspace))
              .get(0);
      DecoderInput input = backbone.assemble(c.prompt(), List.of(rows));
      int[] anchors = {input.rows() - ANCHORS_FROM_END, input.rows() - ANCHORS_FROM_END + 1};
      Runnable settle =
          () -> {
            if (!session.hasPruned()) {
              state.keepCachesWhole(backbone.decoder());
            }
          };
      generate(backbone, state, input, List.of(session.hook(anchors)), settle, count);
      steps = session.steps();
    }
  }

  private void generate(
      Backbone backbone,
      DecodeState state,
      DecoderInput input,
      List<BoundaryHook> hooks,
      Runnable settle,
      int count) {
    promptRows = input.rows();
    try (Prefill prefill = new Prefill(backbone.decoder(), state, input, hooks)) {
      logits.add(Tensors.toFloats(prefill.run().lastLogits()));
      state.trimCaches(backbone.decoder(), prefill.rows());
    }
    settle.run();
    cacheLengths = state.cacheLengths();
    nextPositions = new long[cacheLengths.length];
    java.util.Arrays.setAll(nextPositions, state::nextPosition);
    DecodeStep step = new DecodeStep(backbone.decoder(), state);
    for (int i = 0; i < count; i++) {
      int next = argmax(logits.get(logits.size() - 1));
      tokens.add(next);
      logits.add(step.run(next));
    }
  }

  private static int argmax(float[] x) {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      best = x[i] > x[best] ? i : best;
    }
    return best;
  }
}
