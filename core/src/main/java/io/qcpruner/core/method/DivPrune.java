package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.select.MaxMinSelector;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Set;

/**
 * Keeps the patches whose nearest kept neighbour is farthest away, on the decoder's input. Paper:
 * "DivPrune: Diversity-based Visual Token Pruning for Large Multimodal Models". Symbol: Dist = 1 -
 * cosine.
 */
public final class DivPrune extends SequenceSelection {

  /**
   * @param newlines whether newlines are candidates, as in the published code for LLaVA-NeXT
   */
  public record Parameters(boolean newlines) {
    public static final Parameters DEFAULTS = new Parameters(false);
  }

  private final Parameters parameters;

  public DivPrune(Parameters parameters) {
    super(new Stage.BeforeDecoder(), PositionPolicy.COMPACT);
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "divprune";
  }

  @Override
  public String label() {
    return parameters.newlines ? "DivPrune (newlines pruned)" : "DivPrune";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(CommonSettings.PRUNE_NEWLINES, parameters.newlines);
  }

  @Override
  public Source source() {
    return new Source(
        "DivPrune: Diversity-based Visual Token Pruning for Large Multimodal Models (CVPR 2025)",
        "vbdi/divprune @799e2d9");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  public boolean newlinesAreCandidates() {
    return parameters.newlines;
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    Checks.rows("visual states", states.rows(), signals.layout().candidates().length);
    return (part, keep) -> {
      Selection picks = MaxMinSelector.select(Kernels.cosine(states.selectRows(part)), keep);
      return Choice.of(picks.order(), picks.gains());
    };
  }
}
