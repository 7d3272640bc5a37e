package io.qcpruner.core.method;

import io.qcpruner.core.linalg.EffectiveRank;
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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Picks patches by falling class attention and passes over those too similar to a picked one; how
 * similar is too similar depends on the effective rank of the picture's features. Paper:
 * "AgilePruner: An Empirical Study of Attention and Diversity for Adaptive Visual Token Pruning in
 * Large Vision-Language Models". Paper symbols: tau_i = min(tau_max, order_i * erank_input /
 * erank_avg * 0.01).
 *
 * <p>The authors have published no code. What their project page leaves open is decided here, so
 * the label says that it is our reading.
 */
public final class AgilePruner extends TileMethod {

  static final Setting<Double> TAU_MAX =
      Setting.share("tau-max", "largest cosine distance within which patches are passed over")
          .withDefault(0.5);
  static final Setting<Integer> MEAN_RANK =
      Setting.natural(
              "mean-rank",
              "effective rank of an average picture, as traces report it; 0 takes every picture"
                  + " for average")
          .withDefault(0);
  static final Setting<Order> ORDER =
      Setting.choice("order", "what makes the distance grow", Order.class).withDefault(Order.PICKS);

  static final List<Setting<?>> SETTINGS = List.of(TAU_MAX, MEAN_RANK, ORDER);

  private static final double STEP = 0.01;

  /** What makes the distance grow; both count from 1. */
  public enum Order {
    /** How many patches are picked. */
    PICKS,
    /** The rank of the picked patch by attention. */
    RANK
  }

  /**
   * @param tauMax 0 keeps the most attended patches, as FasterVLM does
   * @param meanRank erank_avg; 0 takes every picture for average
   * @param features where scores and features come from
   */
  public record Parameters(double tauMax, int meanRank, Order order, VisPruner.Features features) {
    public Parameters {
      Checks.unit("tau max", tauMax);
      Checks.atLeast("mean rank", meanRank, 0);
    }
  }

  private final Parameters parameters;

  public AgilePruner(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "agilepruner";
  }

  @Override
  public String label() {
    return parameters.features == VisPruner.Features.CLASS_ROW
        ? "AgilePruner (our reading)"
        : "AgilePruner (our reading, mean attention)";
  }

  @Override
  public Settings settings() {
    return Settings.NONE
        .with(TAU_MAX, parameters.tauMax)
        .with(MEAN_RANK, parameters.meanRank)
        .with(ORDER, parameters.order);
  }

  @Override
  public Source source() {
    return new Source(
        "AgilePruner: An Empirical Study of Attention and Diversity for Adaptive Visual Token"
            + " Pruning in Large Vision-Language Models (ICLR 2026)",
        "none published; project page of cvsp-lab/AgilePruner @3df95a3");
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
      Matrix rows = parameters.features.of(signals, vision, v);
      double rank = EffectiveRank.of(rows);
      trace.note(String.format(Locale.ROOT, "effective rank %.1f", rank));
      double growth = parameters.meanRank == 0 ? 1 : rank / parameters.meanRank;
      picks[v] = choose(attention.row(v), Kernels.cosine(rows), perView, growth);
    }
    if (parameters.meanRank == 0) {
      trace.note("mean-rank is not set: every picture counts as average");
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(attention.data())
        .result(TilePlan.of(vision, picks, false));
  }

  private int[] choose(float[] attention, Matrix cosine, int tokens, double growth) {
    int n = attention.length;
    int[] ranked = Kernels.topK(attention, n);
    boolean[] passed = new boolean[n];
    int[] picked = new int[tokens];
    int count = 0;
    for (int at = 0; at < n && count < tokens; at++) {
      int patch = ranked[at];
      if (passed[patch]) {
        continue;
      }
      picked[count++] = patch;
      int order = parameters.order == Order.PICKS ? count : at + 1;
      double tau = Math.min(parameters.tauMax, order * growth * STEP);
      for (int later = at + 1; later < n; later++) {
        double distance = Math.max(0, 1.0 - cosine.get(patch, ranked[later]));
        passed[ranked[later]] |= distance < tau;
      }
    }
    // fewer than asked are left: those passed over come next, by attention
    int[] rest = IntStream.of(ranked).filter(patch -> passed[patch]).toArray();
    for (int i = 0; count < tokens; i++) {
      picked[count++] = rest[i];
    }
    return picked;
  }
}
