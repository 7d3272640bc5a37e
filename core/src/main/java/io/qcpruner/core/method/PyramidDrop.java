package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
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
 * Drops patches in a few steps, by the attention that the last prompt row will pay them in the
 * layer after each step. Paper: "PyramidDrop: Accelerating Your Large Vision-Language Models via
 * Pyramid Visual Redundancy Reduction". Paper symbols: lambda = the part that each step keeps; N =
 * candidates of the unpruned sequence; k_j = int(lambda^(j+1) N).
 *
 * <p>The budget is an average over the decoder's layers. The published ratios (lambda = 0.5) have
 * an average of their own, which no budget asks for: where {@code lambda} is set it holds, whatever
 * the budget.
 */
public final class PyramidDrop implements Pruner {

  static final Setting<Steps> STEPS =
      Setting.choice("steps", "before which decoder layers tokens go", Steps.class)
          .withDefault(Steps.AUTO);
  static final Setting<Double> LAMBDA =
      Setting.share("lambda", "part that each step keeps; 0 takes it from the budget")
          .withDefault(0.0);

  /** A ratio found by halving may lie a last bit below one that gives a whole number. */
  private static final double ROUNDING = 1e-9;

  /** Enough for every bit of a double. */
  private static final int HALVINGS = 60;

  private static final double[] QUARTERS = {0.25, 0.5, 0.75};
  private static final double[] EARLY = {1 / 16.0, 0.25, 0.5};

  /** Before which layers tokens go. */
  public enum Steps {
    /** The published ones where they can meet the budget, else the early ones. */
    AUTO,
    /** At quarters of the depth: layers 8, 16 and 24 of 32. */
    PUBLISHED,
    /** Layers 2, 8 and 16 of 32 or as deep, for averages that the published ones can't meet. */
    EARLY
  }

  /**
   * @param decoderLayers how many layers the decoder has
   * @param nominalPatches candidates that a budget is meant for, whatever the picture
   * @param lambda part that each step keeps; 0 takes it from the budget
   */
  public record Parameters(int decoderLayers, int nominalPatches, Steps steps, double lambda) {
    public Parameters {
      Checks.atLeast("decoder layers", decoderLayers, 2);
      Checks.atLeast("nominal patches", nominalPatches, 1);
      Checks.unit("lambda", lambda);
    }
  }

  /**
   * The layers in front of which tokens go, and what each step keeps.
   *
   * @param layers ascending
   * @param lambda 1 keeps everything
   */
  private record Schedule(int[] layers, double lambda) {}

  private final Parameters parameters;

  public PyramidDrop(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "pyramiddrop";
  }

  @Override
  public String label() {
    return parameters.lambda > 0 ? "PyramidDrop (lambda " + parameters.lambda + ")" : "PyramidDrop";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(STEPS, parameters.steps).with(LAMBDA, parameters.lambda);
  }

  @Override
  public Source source() {
    return new Source(
        "PyramidDrop: Accelerating Your Large Vision-Language Models via Pyramid Visual Redundancy"
            + " Reduction (CVPR 2025)",
        "Cooperx521/PyramidDrop @6444f30");
  }

  @Override
  public List<Stage> stages() {
    return IntStream.concat(
            parameters.steps == Steps.EARLY ? IntStream.empty() : Arrays.stream(layers(QUARTERS)),
            parameters.steps == Steps.PUBLISHED ? IntStream.empty() : Arrays.stream(layers(EARLY)))
        .distinct()
        .sorted()
        .mapToObj(layer -> (Stage) new Stage.AfterLayer(layer - 1))
        .toList();
  }

  private int[] layers(double[] depths) {
    return Arrays.stream(depths)
        .mapToInt(depth -> Math.max(1, (int) Math.rint(depth * parameters.decoderLayers)))
        .map(layer -> Math.min(layer, parameters.decoderLayers - 1))
        .distinct()
        .toArray();
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.NEXT_ATTENTION);
  }

  @Override
  public void requireBudget(Budget budget, int patches) {
    schedule(budget, 1, patches);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (!stages().contains(stage)) {
      throw new IllegalArgumentException(name() + " acts " + stages() + ", not " + stage);
    }
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    int unpruned = signals.unprunedCandidates();
    Schedule schedule = schedule(budget, layout.candidateGroups().length, unpruned);
    int step = Arrays.binarySearch(schedule.layers, ((Stage.AfterLayer) stage).layer() + 1);
    int target = step < 0 ? n : (int) (Math.pow(schedule.lambda, step + 1) * unpruned + ROUNDING);
    TraceBuilder trace = new TraceBuilder(this, budget, n).note("budget is an average over layers");
    if (target >= n || n == 0) {
      return trace
          .kept(Indices.range(n))
          .result(PrunePlan.unchanged(layout, PositionPolicy.COMPACT));
    }
    int last = layout.size() - 1;
    Matrix row = signals.nextAttention(new int[] {last}, true);
    float[] score = row.requireFinite("attention of sequence row " + last + ":").row(0);
    int[] picked = Kernels.topK(score, Math.max(1, target));
    return trace
        .order(picked)
        .utility(score)
        .result(SequenceSelection.keepRows(layout, picked, PositionPolicy.COMPACT));
  }

  private Schedule schedule(Budget budget, int groups, int unpruned) {
    int nominal = parameters.nominalPatches;
    int tokens = budget.resolve(nominal, Math.max(1, groups));
    if (tokens >= nominal || tokens >= unpruned) {
      return new Schedule(layers(QUARTERS), 1);
    }
    double share = (double) tokens / nominal;
    if (parameters.steps == Steps.PUBLISHED) {
      return schedule(layers(QUARTERS), share, tokens);
    }
    boolean reached = least(layers(QUARTERS)) < share || parameters.lambda > 0;
    boolean early = parameters.steps == Steps.EARLY || !reached;
    return schedule(layers(early ? EARLY : QUARTERS), share, tokens);
  }

  /** The part of the work that is done before the first step. */
  private double least(int[] layers) {
    return (double) layers[0] / parameters.decoderLayers;
  }

  /** What each step keeps so that the average over layers comes to a share of all candidates. */
  private Schedule schedule(int[] layers, double share, int tokens) {
    if (parameters.lambda > 0) {
      return new Schedule(layers, parameters.lambda);
    }
    if (share <= least(layers)) {
      throw new PruningRefusedException(
          "an average of %d can't be met: the %d layers in front of the first step alone cost %.1f"
              .formatted(tokens, layers[0], least(layers) * parameters.nominalPatches));
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (averageShare(layers, middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new Schedule(layers, high);
  }

  private double averageShare(int[] layers, double lambda) {
    double sum = layers[0];
    for (int j = 0; j < layers.length; j++) {
      int next = j + 1 < layers.length ? layers[j + 1] : parameters.decoderLayers;
      sum += (next - layers[j]) * Math.pow(lambda, j + 1);
    }
    return sum / parameters.decoderLayers;
  }
}
