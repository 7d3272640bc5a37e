package io.qcpruner.model.internal.prune;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.prune.PruneStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Applies plans of an earlier run to the same prompt with text rows added at its end. */
record Replay(List<PruneStep> steps, int added) implements BoundaryHook {

  @Override
  public boolean wants(int layer) {
    return steps.stream().anyMatch(s -> boundary(s.stage()) == layer);
  }

  @Override
  public Optional<PrunePlan> visit(Boundary boundary) {
    return steps.stream()
        .filter(s -> boundary(s.stage()) == boundary.layer())
        .findFirst()
        .map(s -> extended(s.result().plan(), boundary.rows().size()));
  }

  /** The layer a stage comes after; -1 before the decoder, -2 for the tower. */
  static int boundary(Stage stage) {
    if (stage instanceof Stage.AfterLayer after) {
      return after.layer();
    }
    return stage instanceof Stage.BeforeDecoder ? -1 : -2;
  }

  private PrunePlan extended(PrunePlan plan, int rows) {
    RowMap map = plan.rows();
    int[] offsets = Arrays.copyOf(map.offsets(), map.offsets().length + added);
    int[] sources = Arrays.copyOf(map.sources(), map.sources().length + added);
    float[] weights = Arrays.copyOf(map.weights(), map.weights().length + added);
    TokenKind[] kinds = Arrays.copyOf(plan.kinds(), plan.kinds().length + added);
    for (int i = 0; i < added; i++) {
      sources[map.sources().length + i] = rows - added + i;
      weights[map.sources().length + i] = 1;
      offsets[map.offsets().length + i] = offsets[map.offsets().length + i - 1] + 1;
      kinds[plan.kinds().length + i] = TokenKind.TEXT;
    }
    return new PrunePlan(
        new RowMap(offsets, sources, weights), kinds, plan.positions(), plan.unchanged());
  }
}
