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
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Cuts a clip into segments of like frames, stores once what stays the same through a segment, and
 * merges clusters of patches into their means: the merge in front of the decoder. Paper: "PruneVid:
 * Visual Token Pruning for Efficient Video Large Language Models". Symbols: tau = sameAbove, beta =
 * clusterRatio, gamma = {@link #SEGMENT_SHARE}.
 */
public final class PruneVid extends ClipMethod {

  static final Setting<Double> CLUSTER_RATIO =
      Setting.share(
              "cluster-ratio",
              "clusters as a share of a group's tokens; the budget is then ignored")
          .withDefaultText("from the budget");
  static final Setting<Integer> CLUSTER_ABOVE =
      Setting.natural("cluster-above", "groups of so many tokens and fewer are not merged")
          .withDefault(14);

  static final List<Setting<?>> SETTINGS = List.of(HoliTom.TAU, CLUSTER_RATIO, CLUSTER_ABOVE);

  /** Clusters of frames as a share of the frames. */
  private static final double SEGMENT_SHARE = 0.25;

  private static final int NEIGHBOURS = 7;

  /** Halvings of [0, 1] until a share is as exact as a number can be. */
  private static final int HALVINGS = 60;

  /**
   * @param sameAbove a place is the same through a segment if its mean cosine is above this
   * @param clusterRatio empty: as large as the budget allows
   */
  public record Parameters(double sameAbove, Optional<Double> clusterRatio, int clusterAbove) {
    public static final Parameters DEFAULTS = new Parameters(0.8, Optional.empty(), 14);

    public Parameters {
      Checks.unit("tau", sameAbove);
      clusterRatio.ifPresent(ratio -> Checks.unit("cluster-ratio", ratio));
    }
  }

  /**
   * Tokens that are merged among themselves.
   *
   * @param candidates of each token, that in the segment's first frame first; several where a token
   *     is the mean over frames
   */
  private record Group(int[][] candidates) {
    int size() {
      return candidates.length;
    }
  }

  private final Parameters parameters;

  public PruneVid(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "prunevid";
  }

  @Override
  public String label() {
    return "PruneVid (before the decoder)";
  }

  @Override
  public Settings settings() {
    Settings set =
        Settings.NONE
            .with(HoliTom.TAU, parameters.sameAbove)
            .with(CLUSTER_ABOVE, parameters.clusterAbove);
    return parameters.clusterRatio.map(r -> set.with(CLUSTER_RATIO, r)).orElse(set);
  }

  @Override
  public Source source() {
    return new Source(
        "PruneVid: Visual Token Pruning for Efficient Video Large Language Models (ACL 2025)",
        "Visual-AI/PruneVid @b12600c");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    Matrix states = states(signals, frames);
    List<int[]> segments = FrameLabels.segments(descriptors(frames, states), SEGMENT_SHARE);
    ExactRows exact = new ExactRows(states);
    List<Group> groups = new ArrayList<>();
    for (int[] segment : segments) {
      addGroups(frames, segment, same(frames, segment, states, exact), groups);
    }
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
        .parts(segments.size())
        .order(order.stream().mapToInt(i -> i).toArray())
        .merged(rows.merged())
        .result(plan(signals.layout(), frames, order, rows));
  }

  /** The mean of each frame's tokens. */
  private static Matrix descriptors(Frames frames, Matrix states) {
    int[][] all = frames.members();
    Matrix out = Matrix.zeros(frames.count(), states.cols());
    IntStream.range(0, frames.count())
        .parallel()
        .forEach(f -> ClipRows.mean(states, all[f], out.data(), out.offset(f)));
    return out;
  }

  /** Whether each place stays the same: the mean cosine over all pairs of frames. */
  private boolean[] same(Frames frames, int[] segment, Matrix states, ExactRows exact) {
    int w = segment[1];
    boolean[] out = new boolean[frames.patches()];
    if (w == 1) {
      return out; // the published quotient has no value; everything counts as changing
    }
    IntStream.range(0, out.length)
        .parallel()
        .forEach(
            i -> {
              double[] sum = new double[states.cols()]; // of unit rows
              for (int f = segment[0]; f < segment[0] + w; f++) {
                int row = frames.at(f, i);
                double scale = 1 / exact.norm(row);
                float[] data = states.data();
                int from = states.offset(row);
                for (int c = 0; c < sum.length; c++) {
                  sum[c] += data[from + c] * scale;
                }
              }
              double square = Arrays.stream(sum).map(s -> s * s).sum();
              out[i] = (square - w) / (w * (w - 1.0)) > parameters.sameAbove;
            });
    return out;
  }

  /** The places that stay the same, then those of each frame that do not. */
  private static void addGroups(Frames frames, int[] segment, boolean[] same, List<Group> groups) {
    int[] still = Indices.where(same);
    int[] moving = Indices.complement(still, same.length);
    int[][] through = new int[still.length][segment[1]];
    for (int i = 0; i < still.length; i++) {
      for (int f = 0; f < segment[1]; f++) {
        through[i][f] = frames.at(segment[0] + f, still[i]);
      }
    }
    groups.add(new Group(through));
    for (int f = segment[0]; f < segment[0] + segment[1]; f++) {
      int[] row = frames.at(f, moving);
      groups.add(new Group(Arrays.stream(row).mapToObj(c -> new int[] {c}).toArray(int[][]::new)));
    }
  }

  /** The largest share of clusters whose total the budget allows. */
  private double ratio(Frames frames, Budget budget, List<Group> groups, TraceBuilder trace) {
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

  private int total(List<Group> groups, double ratio) {
    return groups.stream().mapToInt(group -> clusters(group, ratio)).sum();
  }

  private int clusters(Group group, double ratio) {
    return group.size() > parameters.clusterAbove
        ? Math.max(1, (int) (group.size() * ratio))
        : group.size();
  }

  /** Candidates of each row of a group, its centre first. */
  private List<int[]> merged(Group group, Matrix states, double ratio) {
    int count = clusters(group, ratio);
    if (group.size() <= parameters.clusterAbove || group.size() == 0) {
      return List.of(group.candidates);
    }
    Matrix tokens = Matrix.zeros(group.size(), states.cols());
    for (int i = 0; i < group.size(); i++) {
      ClipRows.mean(states, group.candidates[i], tokens.data(), tokens.offset(i));
    }
    DensityPeaks peaks = new DensityPeaks(tokens, Math.min(NEIGHBOURS, group.size()));
    int[] centres = peaks.centres(count);
    int[] clusterOf = peaks.assign(centres);
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < centres.length; c++) {
      int cluster = c;
      int[] members = group.candidates[centres[c]];
      for (int i :
          IntStream.range(0, clusterOf.length).filter(i -> clusterOf[i] == cluster).toArray()) {
        if (i != centres[c]) {
          members = Indices.concat(members, group.candidates[i]);
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
