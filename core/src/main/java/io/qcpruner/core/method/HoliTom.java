package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.StaticWindows.Window;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Stores what stays the same through a window of frames once, clustered, and of the rest the
 * patches that the tower attends to most; inside the decoder, if asked, it merges once more. Paper:
 * "HoliTom: Holistic Token Merging for Fast Video Large Language Models". Symbols: tau = sameAbove,
 * beta = {@link #CENTRE_WEIGHT}, K = {@link #NEIGHBOURS}, r = share, M = the merge inside the
 * decoder, k = innerLayer + 1.
 */
public final class HoliTom extends ClipMethod {

  static final Setting<Double> TAU =
      Setting.share("tau", "cosine above which a place of two frames is the same").withDefault(0.8);
  static final Setting<Double> INNER_SHARE =
      Setting.share("inner-share", "share of tokens merged away inside the decoder")
          .withDefault(0.0);
  static final Setting<Integer> INNER_LAYER =
      Setting.natural("inner-layer", "zero-based decoder layer after which tokens merge")
          .withDefaultText("17 of 28");

  static final List<Setting<?>> SETTINGS = List.of(TAU, INNER_SHARE, INNER_LAYER, Newlines.SETTING);

  private static final double CENTRE_WEIGHT = 0.6;
  private static final int NEIGHBOURS = 7;

  /** Keeps a whole number of tokens from becoming one more by rounding. */
  private static final double A_LITTLE = 1e-9;

  /**
   * @param sameAbove a place of two frames is the same if its cosine is above this
   * @param innerShare share of the tokens that merge inside the decoder; 0 is the paper's "w/o M"
   * @param innerLayer layer after which they do
   */
  public record Parameters(double sameAbove, double innerShare, int innerLayer, Newlines newlines) {
    public Parameters {
      Checks.unit("tau", sameAbove);
      Checks.layer(innerLayer);
      if (!(innerShare >= 0 && innerShare < 1)) {
        throw new IllegalArgumentException("inner-share must be in [0, 1), not " + innerShare);
      }
    }

    /** The published constants without the merge inside the decoder. */
    public static Parameters defaults(int innerLayer) {
      return new Parameters(0.8, 0, innerLayer, Newlines.ALL);
    }
  }

  private final Parameters parameters;
  private final Stage inside;

  public HoliTom(Parameters parameters) {
    this.parameters = parameters;
    this.inside = new Stage.AfterLayer(parameters.innerLayer);
  }

  @Override
  public String name() {
    return "holitom";
  }

  @Override
  public String label() {
    return mergesInside() ? "HoliTom" : "HoliTom (w/o M)";
  }

  @Override
  public Settings settings() {
    return Settings.NONE
        .with(TAU, parameters.sameAbove)
        .with(INNER_SHARE, parameters.innerShare)
        .with(INNER_LAYER, parameters.innerLayer)
        .with(Newlines.SETTING, parameters.newlines);
  }

  @Override
  public Source source() {
    return new Source(
        "HoliTom: Holistic Token Merging for Fast Video Large Language Models (NeurIPS 2025)",
        "cokeshao/HoliTom @e9b2972");
  }

  private boolean mergesInside() {
    return parameters.innerShare > 0;
  }

  @Override
  public List<Stage> stages() {
    return mergesInside() ? List.of(BEFORE, inside) : List.of(BEFORE);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return stage.equals(BEFORE)
        ? Set.of(Signal.VISUAL_STATES, Signal.FRAME_ATTENTION)
        : Set.of(Signal.VISUAL_STATES, Signal.ATTENTION);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    return mergesInside() && stage.equals(inside)
        ? new InnerMerge(this, parameters.innerShare).plan(signals, budget)
        : super.plan(stage, signals, budget);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    Matrix states = states(signals, frames);
    Matrix attention = signals.get(Signal.FRAME_ATTENTION).requireFinite("frame attention");
    Checks.rows("frame attention", attention.rows(), frames.count());
    Checks.rows("frame attention columns", attention.cols(), frames.patches());
    float[][] cosine = cosines(frames, states);
    List<Window> windows = new StaticWindows(cosine, frames.patches(), parameters.sameAbove).best();
    double r = budget instanceof Budget.Ratio ? share : share - A_LITTLE;
    double n = frames.tokens();
    double raised = Math.min(r / ((n - StaticWindows.saved(windows)) / n), 1);
    ClipRows rows = new ClipRows();
    for (Window window : windows) {
      int clusters = (int) Math.rint(window.places().length * raised);
      cluster(frames, window, states, clusters, rows);
      salient(frames, window, attention, raised, rows);
    }
    if (rows.isEmpty()) {
      cluster(frames, windows.get(0), states, 1, rows);
      trace.note("nothing would have stayed: one token of the first window does");
    }
    return trace
        .parts(windows.size())
        .kept(rows.kept())
        .merged(rows.merged())
        .utility(attention.data())
        .result(plan(signals.layout(), frames, windows, rows));
  }

  private static float[][] cosines(Frames frames, Matrix states) {
    ExactRows exact = new ExactRows(states);
    float[][] out = new float[frames.count() - 1][];
    Arrays.setAll(out, f -> exact.cosines(frames.members()[f], frames.members()[f + 1]));
    return out;
  }

  /** Density peaks among the means of the places that stay the same, each with its members. */
  private static void cluster(
      Frames frames, Window window, Matrix states, int clusters, ClipRows rows) {
    if (clusters == 0) {
      return;
    }
    int[] places = window.places();
    DensityPeaks peaks =
        new DensityPeaks(means(frames, window, states), Math.min(NEIGHBOURS, clusters));
    int[] centres = Indices.sorted(peaks.centres(clusters));
    int[] clusterOf = peaks.assign(centres);
    boolean[] isCentre = Indices.mask(centres, places.length);
    for (int c = 0; c < centres.length; c++) {
      int cluster = c;
      int[] members =
          IntStream.range(0, places.length)
              .filter(i -> clusterOf[i] == cluster && !isCentre[i])
              .toArray();
      double own = members.length == 0 ? 1 : CENTRE_WEIGHT;
      int w = window.length();
      int[] candidates = new int[w * (members.length + 1)];
      float[] weights = new float[candidates.length];
      for (int m = 0; m <= members.length; m++) {
        int place = places[m == 0 ? centres[c] : members[m - 1]];
        for (int f = 0; f < w; f++) {
          candidates[m * w + f] = frames.at(window.first() + f, place);
          weights[m * w + f] = (float) ((m == 0 ? own : (1 - own) / members.length) / w);
        }
      }
      rows.mix(candidates, weights);
    }
  }

  private static Matrix means(Frames frames, Window window, Matrix states) {
    int[] places = window.places();
    Matrix out = Matrix.zeros(places.length, states.cols());
    for (int i = 0; i < places.length; i++) {
      double[] sum = new double[states.cols()];
      for (int f = window.first(); f <= window.last(); f++) {
        int at = states.offset(frames.at(f, places[i]));
        for (int c = 0; c < sum.length; c++) {
          sum[c] += states.data()[at + c];
        }
      }
      for (int c = 0; c < sum.length; c++) {
        out.data()[out.offset(i) + c] = (float) (sum[c] / window.length());
      }
    }
    return out;
  }

  /** In each frame the places that change and get most attention. */
  private static void salient(
      Frames frames, Window window, Matrix attention, double share, ClipRows rows) {
    int[] places = Indices.complement(window.places(), frames.patches());
    int keep = (int) Math.ceil(places.length * share);
    for (int f = window.first(); f <= window.last(); f++) {
      int[] top = Kernels.topK(Indices.gather(attention.row(f), places), keep);
      for (int candidate : frames.at(f, Indices.gather(places, top))) {
        rows.keep(candidate);
      }
    }
  }

  /**
   * Frames in grids with newlines keep the order of the sequence; elsewhere the shared rows of a
   * window stand in front of its first frame.
   */
  private PrunePlan plan(TokenLayout layout, Frames frames, List<Window> windows, ClipRows rows) {
    int[] candidates = layout.candidates();
    int[] candidateOf = new int[layout.size()];
    Arrays.fill(candidateOf, -1);
    for (int i = 0; i < candidates.length; i++) {
      candidateOf[candidates[i]] = i;
    }
    boolean[] moved = new boolean[candidates.length];
    PlanBuilder plan = new PlanBuilder();
    Set<Long> used = Newlines.usedGridRows(layout, Indices.gather(candidates, rows.kept()));
    boolean grids = hasGrids(layout, frames);
    for (int row = 0; row < layout.size(); row++) {
      int candidate = candidateOf[row];
      for (Window window : windows) {
        if (!grids && candidate >= 0 && candidate == frames.at(window.first(), 0)) {
          for (int shared : frames.at(window.first(), window.places())) {
            rows.write(plan, shared, layout, candidates);
            moved[shared] = true;
          }
        }
      }
      if (candidate < 0) {
        if (parameters.newlines.keeps(layout, row, used)) {
          plan.keep(layout.kinds()[row], row);
        }
      } else if (!moved[candidate]) {
        rows.write(plan, candidate, layout, candidates);
      }
    }
    return plan.build(PositionPolicy.COMPACT);
  }
}
