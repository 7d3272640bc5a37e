package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Keeps important patches by class attention, and of the others a diverse rest: rounds of matching
 * drop the most redundant ones. Paper: "Beyond Text-Visual Attention: Exploiting Visual Cues for
 * Effective Token Pruning in VLMs". Symbols of the specification: T = tokens per view, rho =
 * important ratio, T_imp = int(T rho), T_div = T - T_imp.
 */
public final class VisPruner extends TileMethod {

  static final Setting<Double> IMPORTANT_RATIO =
      Setting.share("important-ratio", "part of the budget that goes to the most attended patches")
          .withDefault(0.5);

  /** The most patches that one round drops; a constant of the published code. */
  private static final int DROPS_PER_ROUND = 8;

  /** What the tower puts out, and so where scores and features come from. */
  public enum Features {
    /** Attention of the class row, rows of the feature layer. */
    CLASS_ROW,
    /** Attention received, rows of the feature layer. */
    PATCH_ROWS,
    /** Attention received by merge units, rows as the decoder will see them. */
    MERGED_UNITS;

    static Features of(BackboneFacts.Tower tower) {
      return switch (tower) {
        case CLASS_ROW -> CLASS_ROW;
        case PATCH_ROWS -> PATCH_ROWS;
        case MERGED_UNITS -> MERGED_UNITS;
      };
    }

    Signal signal() {
      return this == MERGED_UNITS ? Signal.PROJECTED : Signal.TOWER_STATES;
    }

    /** The rows of one view's patches. */
    Matrix of(Signals signals, VisionLayout vision, int view) {
      Matrix all = signals.get(signal()).requireFinite("features");
      int n = vision.patches();
      boolean merged = this == MERGED_UNITS;
      Checks.rows("features", all.rows(), merged ? vision.views() * n : vision.towerRows());
      int first = merged ? view * n : vision.towerRow(view, 0);
      return all.rows(first, first + n);
    }
  }

  /**
   * @param importantRatio rho
   */
  public record Parameters(double importantRatio, Features features) {
    public static final Parameters DEFAULTS = new Parameters(0.5, Features.CLASS_ROW);

    public Parameters {
      Checks.unit("important ratio", importantRatio);
    }
  }

  private final Parameters parameters;

  public VisPruner(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "vispruner";
  }

  @Override
  public String label() {
    return parameters.features == Features.CLASS_ROW ? "VisPruner" : "VisPruner (mean attention)";
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(IMPORTANT_RATIO, parameters.importantRatio);
  }

  @Override
  public Source source() {
    return new Source(
        "Beyond Text-Visual Attention: Exploiting Visual Cues for Effective Token Pruning in VLMs"
            + " (ICCV 2025)",
        "Theia-4869/VisPruner @aefa01a");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.CLASS_ATTENTION, parameters.features.signal());
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix attention = signals.get(Signal.CLASS_ATTENTION).requireFinite("class attention");
    Checks.rows("class attention", attention.rows(), vision.views());
    int[][] picks = new int[vision.views()][];
    for (int v = 0; v < picks.length; v++) {
      picks[v] = choose(attention.row(v), parameters.features.of(signals, vision, v), perView);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(attention.data())
        .result(TilePlan.of(vision, picks, false));
  }

  private int[] choose(float[] attention, Matrix features, int tokens) {
    int important = (int) (tokens * parameters.importantRatio);
    int diverse = tokens - important;
    int[] ranked = Kernels.topK(attention, attention.length);
    int[] kept = Arrays.copyOf(ranked, important);
    if (diverse == 0) {
      return kept;
    }
    int[] rest = Arrays.copyOfRange(ranked, important, ranked.length);
    return Indices.concat(kept, distinct(Kernels.cosine(features), rest, diverse));
  }

  /** Drops redundant patches round by round until {@code count} are left. */
  private static int[] distinct(Matrix cosine, int[] ranked, int count) {
    int[] rest = ranked;
    while (rest.length > count) {
      int half = (rest.length + 1) / 2; // an odd list fails in the published code
      int drops = Math.min(Math.min(DROPS_PER_ROUND, rest.length - count), half);
      int[] first = new int[half];
      int[] second = new int[rest.length - half];
      for (int i = 0; i < rest.length; i++) {
        (i % 2 == 0 ? first : second)[i / 2] = rest[i];
      }
      // the order by likeness decides the next round's halves
      int[] byLikeness = Kernels.topK(bestMatches(cosine, first, second), half);
      int[] left = Arrays.copyOfRange(byLikeness, drops, half);
      rest = Indices.concat(Indices.gather(first, left), second);
    }
    return rest;
  }

  /** The highest cosine of each patch of the first list with any of the second. */
  private static float[] bestMatches(Matrix cosine, int[] first, int[] second) {
    float[] best = new float[first.length];
    IntStream.range(0, first.length)
        .parallel()
        .forEach(
            i -> {
              int row = cosine.offset(first[i]);
              float most = Float.NEGATIVE_INFINITY;
              for (int other : second) {
                most = Math.max(most, cosine.data()[row + other]);
              }
              best[i] = most;
            });
    return best;
  }
}
