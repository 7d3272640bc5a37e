package io.qcpruner.server.local;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.StageFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What pruning did to a prompt, as soon as the prompt has been read. */
final class PromptFacts {
  private final ChatRequest request;
  private final List<EncodedVisual> visuals;
  private final Prefilled prefilled;
  private final TokenLayout before;
  private final int[] owners;

  PromptFacts(ChatRequest request, List<EncodedVisual> visuals, Prefilled prefilled) {
    this.request = request;
    this.visuals = visuals;
    this.prefilled = prefilled;
    this.before = prefilled.prompt().input().layout();
    this.owners = prefilled.prompt().input().visuals();
  }

  /** Visual tokens before any pruning. */
  int total() {
    List<PruneStep> steps = prefilled.steps();
    if (steps.isEmpty()) {
      return visualRows(before);
    }
    return firstSteps().stream().mapToInt(s -> s.result().trace().candidates()).sum();
  }

  /** Rows of the prompt before any pruning, also for methods that prune before the decoder. */
  int promptRows() {
    return before.size() - visualRows(before) + total();
  }

  private List<PruneStep> firstSteps() {
    Stage first = prefilled.steps().get(0).stage();
    return prefilled.steps().stream().filter(s -> s.stage().equals(first)).toList();
  }

  /**
   * @param bytesPerRow of one layer's cache
   */
  PruningFacts facts(long bytesPerRow) {
    Optional<PruneTrace> trace =
        prefilled.steps().stream().map(s -> s.result().trace()).findFirst();
    return new PruningFacts(
        request.pruning().method(),
        trace.map(PruneTrace::label).orElse("full model"),
        trace.map(PruneTrace::flags).orElse(""),
        trace.isPresent() ? request.pruning().budget() : null,
        total(),
        visualRows(prefilled.survivors().layout()),
        prefilled.rowsPerLayer(),
        Arrays.stream(prefilled.rowsPerLayer()).sum() * bytesPerRow,
        prefilled.steps().stream().map(PromptFacts::stage).toList(),
        prefilled.prompt().anchors().map(a -> AnchorRanges.of(a, request.question())),
        explanation());
  }

  private static StageFacts stage(PruneStep step) {
    PruneTrace trace = step.result().trace();
    return new StageFacts(
        step.stage().toString(),
        trace.candidates(),
        trace.kept().length,
        trace.objective(),
        trace.bound(),
        trace.notes());
  }

  private static int visualRows(TokenLayout layout) {
    return (int)
        Arrays.stream(layout.kinds())
            .filter(k -> k == TokenKind.PATCH || k == TokenKind.MERGED || k == TokenKind.CLASS)
            .count();
  }

  private Optional<Explanation> explanation() {
    ExplainLevel level = request.pruning().explain();
    if (level == ExplainLevel.NONE || visuals.isEmpty()) {
      return Optional.empty();
    }
    VisualGroups groups = new VisualGroups(visuals);
    groups.measure(before, owners);
    boolean early =
        prefilled.steps().stream().anyMatch(s -> s.stage() instanceof Stage.AfterVision);
    List<VisionLayout> towers = visuals.stream().map(v -> v.output().layout()).toList();
    for (PruneStep step : early ? firstSteps() : List.<PruneStep>of()) {
      VisionLayout tower = towers.get(step.visual());
      if (isOneGrid(tower, step)) {
        groups.measureGrid(step.visual(), tower.gridRows(), tower.gridCols());
      }
    }
    int[] origins = prefilled.survivors().origins();
    groups.keep(
        prefilled.survivors().layout(), Arrays.stream(origins).map(r -> owners[r]).toArray());
    Optional<Explanation.Scores> scores =
        level == ExplainLevel.FULL ? scores(groups, early, towers) : Optional.empty();
    String note =
        level != ExplainLevel.FULL || scores.isPresent()
            ? null
            : prefilled.steps().isEmpty()
                ? "the full model decides nothing"
                : "the candidates of this method's first stage are not cells one to one";
    return Optional.of(
        new Explanation(
            visuals.stream()
                .map(
                    v ->
                        new Explanation.Picture(
                            v.frames().get(0).width(),
                            v.frames().get(0).height(),
                            v.frames().size()))
                .toList(),
            groups.groups(before.grouping()),
            groups.keptCells(),
            scores,
            level == ExplainLevel.FULL ? Thumbnails.of(visuals) : List.of(),
            note));
  }

  /** Whether the candidates of a step are the patches of one view. */
  private static boolean isOneGrid(VisionLayout tower, PruneStep step) {
    return tower.views() == 1 && tower.patches() == step.result().trace().candidates();
  }

  private Optional<Explanation.Scores> scores(
      VisualGroups groups, boolean early, List<VisionLayout> towers) {
    if (prefilled.steps().isEmpty()) {
      return Optional.empty();
    }
    ScoreJoin join = new ScoreJoin();
    for (PruneStep step : firstSteps()) {
      List<int[]> cells = new ArrayList<>();
      if (early) {
        VisionLayout tower = towers.get(step.visual());
        for (int i = 0; isOneGrid(tower, step) && i < tower.patches(); i++) {
          int cols = tower.gridCols();
          cells.add(groups.gridCell(step.visual(), i / cols, i % cols));
        }
      } else {
        for (int r : before.candidates()) {
          if (owners[r] == step.visual()) {
            cells.add(groups.cell(before, owners, r));
          }
        }
      }
      if (cells.size() != step.result().trace().candidates()) {
        return Optional.empty();
      }
      join.add(cells, step.result().trace());
    }
    return Optional.of(join.scores());
  }
}
