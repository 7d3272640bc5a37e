package io.qcpruner.core.method;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;

/**
 * A method that acts on the vision tower's output, view by view. Stage, budget per view and the
 * guard are settled here. A total budget is meant for a picture of the nominal number of views, so
 * a picture with fewer keeps fewer.
 */
abstract class TileMethod implements Pruner {

  private static final Stage STAGE = new Stage.AfterVision();

  /** Decides all views; {@code perView} is below the number of patches. */
  abstract PruneResult decide(
      Signals signals, VisionLayout vision, int perView, TraceBuilder trace);

  @Override
  public final List<Stage> stages() {
    return List.of(STAGE);
  }

  @Override
  public final PruneResult plan(Stage at, Signals signals, Budget budget) {
    if (!at.equals(STAGE)) {
      throw new IllegalArgumentException(name() + " acts " + STAGE + ", not " + at);
    }
    VisionLayout vision = signals.vision();
    int perView = perView(budget, vision);
    int candidates = vision.views() * vision.patches();
    TraceBuilder trace = new TraceBuilder(this, budget, candidates).parts(vision.views());
    if (perView >= vision.patches()) {
      return trace
          .kept(Indices.range(candidates))
          .result(PrunePlan.unchanged(vision, PositionPolicy.COMPACT));
    }
    return decide(signals, vision, perView, trace);
  }

  /** Among how many views a total budget is shared. */
  int viewsOfTotal(VisionLayout vision) {
    return vision.nominalViews();
  }

  final int perView(Budget budget, VisionLayout vision) {
    if (budget instanceof Budget.Total total) {
      return Math.max(1, total.tokens() / viewsOfTotal(vision));
    }
    return budget.resolve(vision.patches(), 1);
  }
}
