package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, sections 8.3 and 9. */
class QcEarlyPrunerTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new QcEarlyPruner();
  }

  /** Positive features: tokens that nothing covers would tie exactly, and ties go by place. */
  @Override
  protected ArraySignals draw(int n, Random random) {
    return SignalDraw.of(layout(n), SignalDraw.uniform(random, n, 8), random);
  }

  @Test
  void workedExample() {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(2, 6, 3, 2))
            .with(Signal.VISUAL_STATES, Rows.matrix(DivPruneTest.STATES))
            .build();
    PruneResult result = method().plan(stage(), signals, new Budget.Total(3));
    assertArrayEquals(new int[] {3, 1, 2}, result.trace().order());
    assertArrayEquals(Rows.row("3.200504 1.121525 1.0"), result.trace().gains(), 1e-5f);
  }
}
