package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Set;

/**
 * Keeps the patches that the last prompt row attends to most. Paper: "An Image is Worth 1/2 Tokens
 * After Layer 2: Plug-and-Play Inference Acceleration for Large Vision-Language Models". Paper
 * symbols: K = layer + 1 (the first layer that sees fewer rows), R = 1 - budget / candidates.
 */
public final class FastV extends SequenceSelection {

  /**
   * @param layer zero-based layer whose attention scores and after which rows go; 1 is the paper's
   *     K = 2
   */
  public record Parameters(int layer) {
    public Parameters {
      Checks.layer(layer);
    }
  }

  private final Parameters parameters;

  public FastV(Parameters parameters) {
    super(new Stage.AfterLayer(parameters.layer()), PositionPolicy.KEEP);
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "fastv";
  }

  @Override
  public String label() {
    return "FastV";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(CommonSettings.LAYER, parameters.layer);
  }

  @Override
  public Source source() {
    return new Source(
        "An Image is Worth 1/2 Tokens After Layer 2 (ECCV 2024)", "pkunlp-icler/FastV @d165972");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.ATTENTION);
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    int last = signals.layout().size() - 1;
    Matrix row = signals.attention(new int[] {last});
    float[] score = row.requireFinite("attention of sequence row " + last + ":").row(0);
    trace.utility(score);
    // frames share the one softmax: no renormalisation inside a frame
    return (part, keep) -> Choice.of(Kernels.topK(Indices.gather(score, part), keep));
  }
}
