package io.qcpruner.core.method;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.List;

/**
 * A method that decides about the frames of a clip before the decoder. Guards, frames and the
 * identity are settled here; a method only decides what becomes of the frames.
 */
abstract class ClipMethod implements Pruner {

  /** Where the frames are decided. */
  static final Stage BEFORE = new Stage.BeforeDecoder();

  /** Where it does not, a still picture counts as a clip of one frame. */
  @Override
  public boolean comparesFrames() {
    return true;
  }

  /** What becomes of the position ids. */
  PositionPolicy positions() {
    return PositionPolicy.COMPACT;
  }

  /**
   * Decides for a budget below the number of candidates.
   *
   * @param share the share of the candidates that the budget allows
   */
  abstract PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace);

  @Override
  public List<Stage> stages() {
    return List.of(BEFORE);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (!stage.equals(BEFORE)) {
      throw new IllegalArgumentException(name() + " acts " + BEFORE + ", not " + stage);
    }
    TokenLayout layout = signals.layout();
    Frames frames = frames(layout);
    int n = frames.tokens();
    TraceBuilder trace = new TraceBuilder(this, budget, n);
    double share = share(budget, frames);
    if (share >= 1) {
      return trace.kept(Indices.range(n)).result(PrunePlan.unchanged(layout, positions()));
    }
    return decide(frames, signals, budget, share, trace);
  }

  private Frames frames(TokenLayout layout) {
    if (layout.grouping() == Grouping.FRAMES) {
      return Frames.of(label(), layout);
    }
    if (!comparesFrames()) {
      return Frames.single(layout);
    }
    throw new PruningRefusedException(
        label() + " compares the frames of a clip; this is a still picture");
  }

  /** The candidates' states, checked. */
  static Matrix states(Signals signals, Frames frames) {
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    Checks.rows("visual states", states.rows(), frames.tokens());
    return states;
  }

  /** Whether newlines stand after the rows of each frame: there are more than frames. */
  static boolean hasGrids(TokenLayout layout, Frames frames) {
    return Arrays.stream(layout.kinds()).filter(k -> k == TokenKind.NEWLINE).count()
        > frames.count();
  }

  private static double share(Budget budget, Frames frames) {
    if (budget instanceof Budget.Ratio ratio) {
      return ratio.share();
    }
    return (double) budget.resolve(frames.tokens(), frames.count()) / frames.tokens();
  }
}
