package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.DenseRows;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.objective.WeightedGreedy;
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

/**
 * Picks patches one by one by how much they add to the coverage of all patches, times their class
 * attention. Paper: "SCOPE: Saliency-Coverage Oriented Token Pruning for Efficient Multimodal
 * LLMs". Paper symbols: A = class attention summed over heads, alpha = its exponent, M = cosine of
 * the feature layer's rows.
 */
public final class Scope extends TileMethod {

  static final Setting<Double> POWER =
      Setting.of(
              "attention-power",
              "exponent of the class attention; 0 leaves coverage alone",
              "a number from 0 to 16",
              Scope::exponent,
              value -> Double.toString(value))
          .withDefault(1.0);

  private static final double MAX_ALPHA = 16;

  /**
   * @param alpha exponent of the class attention
   * @param features where scores and features come from
   */
  public record Parameters(double alpha, VisPruner.Features features) {
    public Parameters {
      if (!(alpha >= 0 && alpha <= MAX_ALPHA)) {
        throw new IllegalArgumentException("alpha must be in [0, 16], not " + alpha);
      }
    }
  }

  private final Parameters parameters;

  public Scope(Parameters parameters) {
    this.parameters = parameters;
  }

  private static Double exponent(String text) {
    double value = Double.parseDouble(text);
    if (!(value >= 0 && value <= MAX_ALPHA)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  @Override
  public String name() {
    return "scope";
  }

  @Override
  public String label() {
    return parameters.features == VisPruner.Features.CLASS_ROW ? "SCOPE" : "SCOPE (mean attention)";
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(POWER, parameters.alpha);
  }

  @Override
  public Source source() {
    return new Source(
        "SCOPE: Saliency-Coverage Oriented Token Pruning for Efficient Multimodal LLMs"
            + " (NeurIPS 2025)",
        "kinredon/SCOPE @6bf7306");
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
      Matrix cosine = Kernels.cosine(parameters.features.of(signals, vision, v));
      float[] ones = new float[vision.patches()];
      Arrays.fill(ones, 1f);
      FacilityLocation coverage = new FacilityLocation(new DenseRows(cosine), ones, ones);
      picks[v] = WeightedGreedy.pick(coverage, weights(attention.row(v)), perView);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(attention.data())
        .result(TilePlan.of(vision, picks, false));
  }

  private float[] weights(float[] attention) {
    float[] weights = new float[attention.length];
    for (int i = 0; i < weights.length; i++) {
      double a = Math.max(0, attention[i]);
      weights[i] = parameters.alpha == 1 ? (float) a : (float) StrictMath.pow(a, parameters.alpha);
    }
    return weights;
  }
}
