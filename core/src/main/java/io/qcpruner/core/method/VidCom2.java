package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gives distinct frames more tokens and keeps the tokens that are least like the centre of the clip
 * and of their frame. Paper: "Video Compression Commander: Plug-and-Play Inference Acceleration for
 * Video Large Language Models". Symbols: R = share, k_f = keep, s_f = distinctness. A still picture
 * is one frame.
 */
public final class VidCom2 extends ClipMethod {

  static final Setting<Total> TOTAL =
      Setting.choice("total", "whether shares of frames add up to the budget", Total.class)
          .withDefault(Total.OFFICIAL);

  static final List<Setting<?>> SETTINGS = List.of(TOTAL, Newlines.SETTING);

  /** Softmax over frames; so low that one frame often takes all of it. */
  private static final double TEMPERATURE = 0.01;

  /** How many tokens stay in all. */
  public enum Total {
    /** About the budget: the published shares of the frames, rounded. */
    OFFICIAL,
    /** The budget, at least one token a frame; tokens with the least and most likeness give way. */
    EXACT
  }

  /**
   * @param newlines official: those of a frame stand after the frame's patches
   */
  public record Parameters(Total total, Newlines newlines) {
    public static final Parameters DEFAULTS = new Parameters(Total.OFFICIAL, Newlines.ALL);
  }

  private final Parameters parameters;

  public VidCom2(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "vidcom2";
  }

  @Override
  public String label() {
    return parameters.total == Total.EXACT ? "VidCom2 (exact count)" : "VidCom2";
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(TOTAL, parameters.total).with(Newlines.SETTING, parameters.newlines);
  }

  @Override
  public Source source() {
    return new Source(
        "Video Compression Commander: Plug-and-Play Inference Acceleration for Video Large Language"
            + " Models (EMNLP 2025)",
        "xuyang-liu16/VidCom2 @944a17d");
  }

  @Override
  public boolean comparesFrames() {
    return false;
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    CentreLikeness likeness = new CentreLikeness(states(signals, frames), frames);
    int[][] order = new int[frames.count()][];
    Arrays.setAll(order, f -> leastFirst(frames.members()[f], likeness));
    int[] keep = counts(frames, likeness, share);
    if (parameters.total == Total.EXACT) {
      meet(keep, order, likeness, budget.resolve(frames.tokens(), frames.count()));
    }
    int[] kept = new int[0];
    for (int f = 0; f < keep.length; f++) {
      kept = Indices.concat(kept, Arrays.copyOf(order[f], keep[f]));
    }
    float[] utility = new float[frames.tokens()];
    for (int i = 0; i < utility.length; i++) {
      utility[i] = (float) -likeness.of(i);
    }
    return trace
        .parts(frames.count())
        .order(kept)
        .utility(utility)
        .result(plan(signals.layout(), kept));
  }

  private static int[] leastFirst(int[] members, CentreLikeness likeness) {
    return Arrays.stream(members)
        .boxed()
        .sorted(Comparator.comparingDouble(likeness::of)) // stable: lower index first
        .mapToInt(i -> i)
        .toArray();
  }

  /** k_f. */
  private static int[] counts(Frames frames, CentreLikeness likeness, double share) {
    double[] s = IntStream.range(0, frames.count()).mapToDouble(likeness::distinctness).toArray();
    double most = Arrays.stream(s).max().orElseThrow();
    double[] p = Arrays.stream(s).map(v -> StrictMath.exp((v - most) / TEMPERATURE)).toArray();
    double sum = Arrays.stream(p).sum();
    double mean = 1.0 / p.length;
    int[] keep = new int[p.length];
    for (int f = 0; f < keep.length; f++) {
      double rate = Math.min(1, share * (1 + p[f] / sum - mean));
      keep[f] = Math.max(1, (int) Math.rint(rate * frames.patches()));
    }
    return keep;
  }

  /** Adds the tokens with the least likeness or takes those with the most until the total fits. */
  private static void meet(int[] keep, int[][] order, CentreLikeness likeness, int total) {
    int wanted = Math.max(total, keep.length);
    for (int sum = Arrays.stream(keep).sum(); sum != wanted; sum += sum < wanted ? 1 : -1) {
      int best = -1;
      for (int f = 0; f < keep.length; f++) {
        if (sum < wanted
            ? keep[f] < order[f].length
                && (best < 0
                    || likeness.of(order[f][keep[f]]) < likeness.of(order[best][keep[best]]))
            : keep[f] > 1
                && (best < 0
                    || likeness.of(order[f][keep[f] - 1])
                        >= likeness.of(order[best][keep[best] - 1]))) {
          best = f;
        }
      }
      keep[best] += sum < wanted ? 1 : -1;
    }
  }

  private PrunePlan plan(TokenLayout layout, int[] kept) {
    PrunePlan inPlace = SequenceSelection.keepRows(layout, kept, positions());
    if (parameters.newlines == Newlines.ALL) {
      return inPlace;
    }
    PlanBuilder plan = new PlanBuilder();
    int[] rows = inPlace.rows().sources();
    for (int from = 0; from < rows.length; ) {
      int to = from;
      while (to < rows.length && layout.groups()[rows[to]] == layout.groups()[rows[from]]) {
        to++;
      }
      for (boolean newlines : new boolean[] {false, true}) {
        for (int i = from; i < to; i++) {
          TokenKind kind = layout.kinds()[rows[i]];
          if (newlines == (kind == TokenKind.NEWLINE)) {
            plan.keep(kind, rows[i]);
          }
        }
      }
      from = to;
    }
    return plan.build(positions());
  }
}
