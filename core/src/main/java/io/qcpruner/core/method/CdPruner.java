package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.FastMap;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.core.utility.MinMax;
import java.util.Arrays;
import java.util.Set;

/**
 * Picks a diverse set of patches by a determinantal point process whose kernel is scaled by how
 * relevant each patch is to the question. Paper: "Beyond Attention or Similarity: Maximizing
 * Conditional Diversity for Token Pruning in MLLMs". Symbols: r = relevance, S = cosine of
 * projected rows, L_ij = r_i S_ij r_j.
 */
public final class CdPruner extends TileMethod {

  static final Setting<Sign> SIGN =
      Setting.choice(
              "sign", "whether similarity to the text makes relevance or lowers it", Sign.class)
          .withDefault(Sign.INVERTED);
  static final Setting<Double> THETA =
      Setting.real("theta", "sharpness of relevance, 0 is off").withDefault(0.0);

  private static final float EPSILON = 1e-6f;
  private static final double FLAT = 1e-12;

  /**
   * Where relevance comes from; only the first is CDPruner, the others carry labels of their own.
   */
  public enum Relevance {
    /** Negated cosine in CLIP's joint space: similarity is inverted in its last layer but one. */
    CLIP("cdpruner", "CDPruner"),
    /** Cosine of projected patches and the question's input embeddings. */
    QUESTION_EMBEDDING("cdpruner-llmrel", "CDPruner-LLMrel (unofficial)"),
    /** None: all patches count the same. */
    NONE("dpp-visual", "DPP visual-only");

    private final String methodName;
    private final String label;

    Relevance(String methodName, String label) {
      this.methodName = methodName;
      this.label = label;
    }
  }

  /** What a patch's similarity to the text says about its relevance; a fact about the tower. */
  public enum Sign {
    /** As published: in CLIP's last layer but one relevant patches are the less similar ones. */
    INVERTED,
    /** For towers whose relevant patches are the more similar ones. */
    DIRECT
  }

  /**
   * @param theta sharpens relevance to exp(r theta / (2 (1 - theta))); 0 leaves it, as published
   * @param sign of relevance from CLIP
   */
  public record Parameters(Relevance relevance, double theta, Sign sign) {
    public static final Parameters DEFAULTS = new Parameters(Relevance.CLIP, 0);

    /** With the published sign. */
    public Parameters(Relevance relevance, double theta) {
      this(relevance, theta, Sign.INVERTED);
    }

    public Parameters {
      if (!(theta >= 0 && theta < 1)) {
        throw new IllegalArgumentException("theta must be in [0, 1), not " + theta);
      }
    }
  }

  private final Parameters parameters;

  public CdPruner(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return parameters.relevance.methodName;
  }

  @Override
  public String label() {
    return parameters.relevance.label
        + (parameters.theta > 0 ? " (theta " + parameters.theta + ")" : "")
        + (parameters.sign == Sign.DIRECT ? " (direct relevance)" : "");
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    Settings theta = Settings.NONE.with(THETA, parameters.theta);
    return switch (parameters.relevance) {
      case CLIP -> theta.with(SIGN, parameters.sign);
      case QUESTION_EMBEDDING -> theta;
      case NONE -> Settings.NONE;
    };
  }

  @Override
  public Source source() {
    return new Source(
        "Beyond Attention or Similarity: Maximizing Conditional Diversity for Token Pruning in"
            + " MLLMs (NeurIPS 2025)",
        "Theia-4869/CDPruner @9541616");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return switch (parameters.relevance) {
      case CLIP -> Set.of(Signal.PROJECTED, Signal.IMAGE_EMBEDDING, Signal.TEXT_EMBEDDING);
      case QUESTION_EMBEDDING -> Set.of(Signal.PROJECTED, Signal.QUESTION_EMBEDDING);
      case NONE -> Set.of(Signal.PROJECTED);
    };
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix projected = signals.get(Signal.PROJECTED).requireFinite("projected");
    int patches = vision.patches();
    Checks.rows("projected", projected.rows(), vision.views() * patches);
    float[] relevance = relevance(signals, projected);
    Checks.rows("relevance", relevance.length, projected.rows());
    int[][] picks = new int[vision.views()][];
    float[] gains = {};
    for (int v = 0; v < picks.length; v++) {
      int from = v * patches;
      Matrix similarity = Kernels.cosine(projected.rows(from, from + patches));
      float[] quality = Arrays.copyOfRange(relevance, from, from + patches);
      FastMap.Result result = FastMap.select(similarity, quality, perView);
      picks[v] = result.order();
      gains = Indices.concat(gains, result.gains());
      if (result.byQuality() > 0) {
        trace.note(
            "view " + v + ": kernel out of rank, " + result.byQuality() + " picks by relevance");
      }
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .gains(gains)
        .utility(relevance)
        .result(TilePlan.of(vision, picks, false));
  }

  private float[] relevance(Signals signals, Matrix projected) {
    float[] relevance =
        switch (parameters.relevance) {
          case CLIP ->
              stretched(
                  signed(
                      meanCosine(
                          signals.get(Signal.IMAGE_EMBEDDING).requireFinite("image embedding"),
                          signals.get(Signal.TEXT_EMBEDDING).requireFinite("text embedding"))));
          case QUESTION_EMBEDDING ->
              stretched(
                  meanCosine(
                      projected,
                      signals.get(Signal.QUESTION_EMBEDDING).requireFinite("question embedding")));
          case NONE -> filled(projected.rows());
        };
    if (parameters.theta > 0) {
      double a = parameters.theta / (2 * (1 - parameters.theta));
      for (int i = 0; i < relevance.length; i++) {
        relevance[i] = (float) StrictMath.exp(a * relevance[i]);
      }
    }
    return relevance;
  }

  private float[] signed(float[] similarity) {
    return parameters.sign == Sign.DIRECT ? similarity : Indices.negated(similarity);
  }

  /** g: mean over text rows of the cosine with each patch. */
  private static float[] meanCosine(Matrix patches, Matrix text) {
    Checks.atLeast("text rows", text.rows(), 1);
    Matrix cosine = Kernels.cosine(patches, text);
    float[] out = new float[patches.rows()];
    for (int i = 0; i < out.length; i++) {
      double sum = 0;
      for (int t = 0; t < text.rows(); t++) {
        sum += cosine.get(i, t);
      }
      out[i] = (float) (sum / text.rows());
    }
    return out;
  }

  /** r, jointly over all views; epsilon is in the numerator only, as published. */
  private static float[] stretched(float[] g) {
    float min = MinMax.min(g);
    float range = MinMax.max(g) - min;
    if (range < FLAT) {
      return filled(g.length);
    }
    float[] out = new float[g.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (g[i] - min + EPSILON) / range;
    }
    return out;
  }

  private static float[] filled(int n) {
    float[] ones = new float[n];
    Arrays.fill(ones, 1f);
    return ones;
  }
}
