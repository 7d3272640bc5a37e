package io.qcpruner.server.local;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.Explanation.KeywordUtility;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where a prompt's kept tokens lie in its pictures, as soon as the prompt has been read. */
final class Explanations {
  private final List<EncodedVisual> visuals;
  private final Prefilled prefilled;
  private final TokenLayout before;
  private final int[] owners;

  private Explanations(List<EncodedVisual> visuals, Prefilled prefilled) {
    this.visuals = visuals;
    this.prefilled = prefilled;
    this.before = prefilled.prompt().input().layout();
    this.owners = prefilled.prompt().input().visuals();
  }

  /** Empty if nothing is to be explained, or there is no picture. */
  static Optional<Explanation> of(
      ExplainLevel level,
      List<EncodedVisual> visuals,
      Prefilled prefilled,
      List<KeywordUtility> keywords) {
    return level == ExplainLevel.NONE || visuals.isEmpty()
        ? Optional.empty()
        : Optional.of(new Explanations(visuals, prefilled).explanation(level, keywords));
  }

  private List<PruneStep> firstSteps() {
    Stage first = prefilled.steps().get(0).stage();
    return prefilled.steps().stream().filter(s -> s.stage().equals(first)).toList();
  }

  private Explanation explanation(ExplainLevel level, List<KeywordUtility> keywords) {
    VisualGroups groups = new VisualGroups(visuals);
    groups.measure(before, owners);
    boolean early = prefilled.steps().stream().anyMatch(s -> s.stage().onTower());
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
        level.hasScores()
            ? scores(groups, early, towers).map(values -> withMaps(values, keywords))
            : Optional.empty();
    String note =
        !level.hasScores() || scores.isPresent()
            ? null
            : prefilled.steps().isEmpty()
                ? "the full model decides nothing"
                : "the candidates of this method's first stage are not cells one to one";
    return new Explanation(
        visuals.stream()
            .map(
                v ->
                    new Explanation.Picture(
                        v.frames().get(0).width(), v.frames().get(0).height(), v.frames().size()))
            .toList(),
        groups.groups(before.grouping()),
        groups.keptCells(),
        scores,
        level.hasScores() ? Thumbnails.of(visuals) : List.of(),
        note);
  }

  /** With the maps of keywords, if the method reads the cues and chooses among the same cells. */
  private Explanation.Scores withMaps(Explanation.Scores scores, List<KeywordUtility> keywords) {
    boolean same =
        scores.cueSimilarity().length > 0
            && keywords.stream().allMatch(k -> k.utility().length == scores.cells().size());
    return same ? scores.with(keywords) : scores;
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
