package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.SelfNoveltySelector;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Set;

/**
 * The visual-only variant of QCPruner before the decoder: no question, no utility. Paper:
 * "QCPruner: Query-Conditioned Population Coverage for Visual Token Pruning", supplement,
 * "QCPruner-Early Variant".
 */
public final class QcEarlyPruner extends SequenceSelection {

  public QcEarlyPruner() {
    super(new Stage.BeforeDecoder(), PositionPolicy.COMPACT);
  }

  @Override
  public String name() {
    return "qcpruner-early";
  }

  @Override
  public String label() {
    return "QCPruner-Early";
  }

  @Override
  public Source source() {
    return QcPruner.SOURCE;
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  boolean choosesInParallel() {
    return true;
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    Checks.rows("visual states", states.rows(), signals.layout().candidates().length);
    return (part, keep) -> {
      Matrix rows = states.selectRows(part);
      float[] amplitudes = SelfNoveltySelector.amplitudes(Kernels.rowNorms(rows));
      Selection picks = SelfNoveltySelector.select(Kernels.cosine(rows), amplitudes, keep);
      return Choice.of(picks.order(), picks.gains());
    };
  }
}
