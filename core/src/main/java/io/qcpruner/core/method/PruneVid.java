package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Cuts a clip into segments of like frames, stores once what stays the same through a segment, and
 * merges clusters of patches into their means, in front of the decoder; inside it keeps what the
 * question attends to most. Paper: "PruneVid: Visual Token Pruning for Efficient Video Large
 * Language Models". Symbols: tau = sameAbove, beta = clusterRatio, alpha = questionShare, M =
 * questionLayer.
 */
public final class PruneVid extends ClipMethod {

  static final Setting<Double> CLUSTER_RATIO =
      Setting.share(
              "cluster-ratio",
              "clusters as a share of a group's tokens; the budget is then ignored")
          .withDefaultText("from the budget");
  static final Setting<Integer> CLUSTER_ABOVE =
      Setting.natural("cluster-above", "groups of this many tokens or fewer are not merged")
          .withDefault(14);

  static final Setting<Double> QUESTION_SHARE =
      Setting.share(
              "question-share",
              "share of a group's tokens that stay by the question's attention; 1 leaves all")
          .withDefault(0.4);
  static final Setting<Integer> QUESTION_LAYER =
      Setting.natural("question-layer", "zero-based decoder layer after which the question chooses")
          .withDefaultText("10 of 32");

  static final List<Setting<?>> SETTINGS =
      List.of(
          HoliTom.TAU,
          CLUSTER_RATIO,
          CLUSTER_ABOVE,
          QUESTION_SHARE,
          QUESTION_LAYER,
          CommonSettings.TRIM_CACHES);

  private static final int NEIGHBOURS = 7;

  /** Halvings of [0, 1] until a share is as exact as a number can be. */
  private static final int HALVINGS = 60;

  /**
   * @param sameAbove a place is the same through a segment if its mean cosine is above this
   * @param clusterRatio empty: as large as the budget allows
   * @param questionShare of each group's tokens, stays after questionLayer; 1: no choice there
   * @param trimCaches whether the layers in front of the choice keep only what is left, too
   */
  public record Parameters(
      double sameAbove,
      Optional<Double> clusterRatio,
      int clusterAbove,
      double questionShare,
      int questionLayer,
      boolean trimCaches) {

    public Parameters {
      Checks.unit("tau", sameAbove);
      clusterRatio.ifPresent(ratio -> Checks.unit("cluster-ratio", ratio));
      Checks.unit("question-share", questionShare);
      Checks.layer(questionLayer);
    }

    /** The published constants. */
    public static Parameters defaults(int questionLayer) {
      return new Parameters(0.8, Optional.empty(), 14, 0.4, questionLayer, true);
    }

    /** Without the choice inside the decoder. */
    static Parameters before(double sameAbove, Optional<Double> clusterRatio, int clusterAbove) {
      return new Parameters(sameAbove, clusterRatio, clusterAbove, 1, 0, false);
    }
  }

  private final Parameters parameters;
  private final Stage inside;

  public PruneVid(Parameters parameters) {
    this.parameters = parameters;
    this.inside = new Stage.AfterLayer(parameters.questionLayer);
  }

  private boolean choosesInside() {
    return parameters.questionShare < 1;
  }

  @Override
  public String name() {
    return "prunevid";
  }

  @Override
  public String label() {
    return choosesInside() ? "PruneVid" : "PruneVid (before the decoder)";
  }

  @Override
  public Settings settings() {
    Settings set =
        Settings.NONE
            .with(HoliTom.TAU, parameters.sameAbove)
            .with(CLUSTER_ABOVE, parameters.clusterAbove)
            .with(QUESTION_SHARE, parameters.questionShare)
            .with(QUESTION_LAYER, parameters.questionLayer)
            .with(CommonSettings.TRIM_CACHES, parameters.trimCaches);
    return parameters.clusterRatio.map(r -> set.with(CLUSTER_RATIO, r)).orElse(set);
  }

  @Override
  public Source source() {
    return new Source(
        "PruneVid: Visual Token Pruning for Efficient Video Large Language Models (ACL 2025)",
        "Visual-AI/PruneVid @b12600c");
  }

  @Override
  public List<Stage> stages() {
    return choosesInside() ? List.of(BEFORE, inside) : List.of(BEFORE);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return stage.equals(BEFORE)
        ? Set.of(Signal.VISUAL_STATES)
        : Set.of(Signal.INPUT_VISUAL, Signal.UNMASKED_PEAKS);
  }

  /** The published code cuts the caches of the layers in front of its choice as well. */
  @Override
  public OptionalInt cachesTrimmedFrom() {
    return choosesInside() && parameters.trimCaches ? OptionalInt.of(0) : OptionalInt.empty();
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    return choosesInside() && stage.equals(inside)
        ? new QuestionChoice(this, parameters.sameAbove, parameters.questionShare)
            .plan(signals, budget)
        : super.plan(stage, signals, budget);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    Matrix states = states(signals, frames);
    SegmentGroups clip = SegmentGroups.of(frames, states, parameters.sameAbove);
    List<SegmentGroups.Group> groups = clip.groups();
    double ratio = parameters.clusterRatio.orElseGet(() -> ratio(frames, budget, groups, trace));
    List<List<int[]>> merged =
        groups.stream().parallel().map(group -> merged(group, states, ratio)).toList();
    ClipRows rows = new ClipRows();
    List<Integer> order = new ArrayList<>();
    for (List<int[]> group : merged) {
      for (int[] members : group) {
        float[] weights = new float[members.length];
        Arrays.fill(weights, 1f / members.length);
        rows.mix(members, weights);
        order.add(members[0]);
      }
    }
    trace.note("clusters: %.4f of a group".formatted(ratio));
    return trace
        .parts(clip.segments().size())
        .order(order.stream().mapToInt(i -> i).toArray())
        .merged(rows.merged())
        .result(plan(signals.layout(), frames, order, rows));
  }

  /** The largest share of clusters whose total the budget allows. */
  private double ratio(
      Frames frames, Budget budget, List<SegmentGroups.Group> groups, TraceBuilder trace) {
    int wanted = budget.resolve(frames.tokens(), frames.count());
    double low = 0;
    double high = 1;
    if (total(groups, high) <= wanted) {
      return high;
    }
    if (total(groups, low) > wanted) {
      trace.note("at least %d tokens stay".formatted(total(groups, low)));
      return low;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (total(groups, middle) <= wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What stays in the end. */
  private int total(List<SegmentGroups.Group> groups, double ratio) {
    IntStream clusters = groups.stream().mapToInt(group -> clusters(group, ratio));
    return choosesInside()
        ? clusters.map(size -> QuestionChoice.kept(size, parameters.questionShare)).sum()
        : clusters.sum();
  }

  private int clusters(SegmentGroups.Group group, double ratio) {
    return group.size() > parameters.clusterAbove
        ? Math.max(1, (int) (group.size() * ratio))
        : group.size();
  }

  /** Candidates of each row of a group, its centre first. */
  private List<int[]> merged(SegmentGroups.Group group, Matrix states, double ratio) {
    int count = clusters(group, ratio);
    if (group.size() <= parameters.clusterAbove || group.size() == 0) {
      return List.of(group.candidates());
    }
    Matrix tokens = Matrix.zeros(group.size(), states.cols());
    for (int i = 0; i < group.size(); i++) {
      ClipRows.mean(states, group.candidates()[i], tokens.data(), tokens.offset(i));
    }
    DensityPeaks peaks = new DensityPeaks(tokens, Math.min(NEIGHBOURS, group.size()));
    int[] centres = peaks.centres(count);
    int[] clusterOf = peaks.assign(centres);
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < centres.length; c++) {
      int cluster = c;
      int[] members = group.candidates()[centres[c]];
      for (int i :
          IntStream.range(0, clusterOf.length).filter(i -> clusterOf[i] == cluster).toArray()) {
        if (i != centres[c]) {
          members = Indices.concat(members, group.candidates()[i]);
        }
      }
      out.add(members);
    }
    return out;
  }

  /** In the published order, unless newlines stand between the rows of a frame. */
  private PrunePlan plan(TokenLayout layout, Frames frames, List<Integer> order, ClipRows rows) {
    int[] candidates = layout.candidates();
    boolean[] isCandidate = Indices.mask(candidates, layout.size());
    boolean grids = hasGrids(layout, frames);
    PlanBuilder plan = new PlanBuilder();
    int candidate = 0;
    for (int row = 0; row < layout.size(); row++) {
      if (!isCandidate[row]) {
        plan.keep(layout.kinds()[row], row);
        continue;
      }
      if (grids) {
        rows.write(plan, candidate, layout, candidates);
      } else if (candidate == 0) {
        order.forEach(i -> rows.write(plan, i, layout, candidates));
      }
      candidate++;
    }
    return plan.build(positions());
  }
}
