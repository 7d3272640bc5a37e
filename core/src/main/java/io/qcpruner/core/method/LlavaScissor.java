package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Joins like tokens of each frame into components, then like components of all frames, and lets
 * every token of the clip join the component that it is most like. Paper: "LLaVA-Scissor: Token
 * Compression with Semantic Connected Components for Video LLMs". Symbols: tau = joinAbove. A still
 * picture is one frame.
 */
public final class LlavaScissor extends ClipMethod {

  static final Setting<Double> JOIN_ABOVE =
      Setting.share(
              "join-above", "cosine above which tokens are joined; the budget is then ignored")
          .withDefaultText("from the budget");

  static final List<Setting<?>> SETTINGS = List.of(JOIN_ABOVE);

  /**
   * @param joinAbove empty: from the budget
   */
  public record Parameters(Optional<Double> joinAbove) {
    public static final Parameters DEFAULTS = new Parameters(Optional.empty());

    public Parameters {
      joinAbove.ifPresent(tau -> Checks.unit("join-above", tau));
    }
  }

  private final Parameters parameters;

  public LlavaScissor(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "llava-scissor";
  }

  @Override
  public String label() {
    return parameters.joinAbove.isPresent() ? "LLaVA-Scissor" : "LLaVA-Scissor (fixed count)";
  }

  @Override
  public Settings settings() {
    return parameters
        .joinAbove
        .map(tau -> Settings.NONE.with(JOIN_ABOVE, tau))
        .orElse(Settings.NONE);
  }

  @Override
  public Source source() {
    return new Source(
        "LLaVA-Scissor: Token Compression with Semantic Connected Components for Video LLMs"
            + " (arXiv 2506.21862)",
        "HumanMLLM/LLaVA-Scissor @b63354c");
  }

  @Override
  public boolean comparesFrames() {
    return false;
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES, Signal.VISUAL_COSINE);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    Matrix states = states(signals, frames);
    List<Matrix> cosines = Arrays.stream(frames.members()).map(f -> cosine(signals, f)).toList();
    MixLikeness likeness =
        frames.count() == 1
            ? new SummedLikeness(cosines.get(0), Kernels.clampedNorms(states))
            : new VectorLikeness(states);
    TwoStepComponents steps = new TwoStepComponents(frames, cosines, likeness);
    TokenMixes kept;
    if (parameters.joinAbove.isPresent()) {
      kept = steps.joined(parameters.joinAbove.get());
    } else {
      int wanted = budget.resolve(frames.tokens(), frames.count());
      double tau = steps.threshold(wanted);
      TokenMixes enough = steps.joined(tau);
      kept = enough.size() == wanted ? enough : enough.cutTo(wanted, likeness.among(enough));
      trace.note("join-above: %.2f".formatted(tau));
    }
    ClipRows rows = new ClipRows();
    write(kept, likeness.nearest(kept), rows);
    return trace
        .parts(frames.count())
        .order(rows.kept())
        .merged(rows.merged())
        .result(rows.plan(signals.layout(), positions()));
  }

  private static Matrix cosine(Signals signals, int[] members) {
    return signals.visualCosine(members).requireFinite("visual cosine");
  }

  /** A component counts as one of the tokens that join it. */
  private static void write(TokenMixes kept, int[] nearest, ClipRows rows) {
    List<Map<Integer, Double>> mixes = new ArrayList<>(); // weights by candidate
    for (int c = 0; c < kept.size(); c++) {
      Map<Integer, Double> mix = new LinkedHashMap<>();
      for (int i = 0; i < kept.candidates().get(c).length; i++) {
        mix.put(kept.candidates().get(c)[i], kept.weights().get(c)[i]);
      }
      mixes.add(mix);
    }
    int[] count = new int[kept.size()];
    for (int i = 0; i < nearest.length; i++) {
      mixes.get(nearest[i]).merge(i, 1.0, Double::sum);
      count[nearest[i]]++;
    }
    for (int c = 0; c < kept.size(); c++) {
      double all = count[c] + 1;
      int[] candidates = mixes.get(c).keySet().stream().mapToInt(i -> i).toArray();
      float[] weights = new float[candidates.length];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) (mixes.get(c).get(candidates[i]) / all);
      }
      rows.mix(candidates, weights);
    }
  }
}
