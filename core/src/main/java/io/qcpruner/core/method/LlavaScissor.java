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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

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

  /** Rows whose cosines with all components are in memory at once. */
  private static final int BLOCK = 256;

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
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    Matrix states = states(signals, frames);
    TwoStepComponents steps = new TwoStepComponents(states, frames);
    TokenMixes kept;
    if (parameters.joinAbove.isPresent()) {
      kept = steps.joined(parameters.joinAbove.get());
    } else {
      int wanted = budget.resolve(frames.tokens(), frames.count());
      double tau = steps.threshold(wanted);
      kept = steps.joined(tau).cutTo(wanted);
      trace.note("join-above: %.2f".formatted(tau));
    }
    ClipRows rows = new ClipRows();
    write(kept, nearest(states, kept.rows()), rows);
    return trace
        .parts(frames.count())
        .order(rows.kept())
        .merged(rows.merged())
        .result(rows.plan(signals.layout(), positions()));
  }

  /** For each token the component it is most like, the first of equals. */
  private static int[] nearest(Matrix states, Matrix components) {
    int[] out = new int[states.rows()];
    for (int from = 0; from < out.length; from += BLOCK) {
      int first = from;
      int[] block = IntStream.range(from, Math.min(from + BLOCK, out.length)).toArray();
      Matrix cosines = Kernels.cosine(states, block, components);
      IntStream.range(0, block.length).parallel().forEach(i -> out[first + i] = best(cosines, i));
    }
    return out;
  }

  private static int best(Matrix cosines, int row) {
    int at = cosines.offset(row);
    int best = 0;
    for (int j = 1; j < cosines.cols(); j++) {
      if (cosines.data()[at + j] > cosines.data()[at + best]) {
        best = j;
      }
    }
    return best;
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
