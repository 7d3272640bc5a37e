package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** Specification of the video methods, section 5. */
class EvsTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new Evs();
  }

  @Override
  protected TokenLayout layout(int n) {
    return n % 6 == 0
        ? TokenLayout.video(3, 6, n / 6, 1, false, 5)
        : TokenLayout.video(3, n, 1, 1, false, 5);
  }

  /** The first frame stays whole. */
  @Override
  protected int expected(int n, int k) {
    return Math.max(k, n % 6 == 0 ? n / 6 : 1);
  }

  @Override
  protected boolean followsTokens() {
    return false; // a frame is compared with the one before
  }

  private static ArraySignals example() {
    return ArraySignals.of(TokenLayout.video(1, 3, 2, 2, true, 1))
        .with(
            Signal.VISUAL_STATES,
            Rows.matrix("(1,0)(0,1)(1,1)(2,1) (1,0)(1,1)(1,1)(1,2) (0,1)(1,1)(1,0)(1,2)"))
        .build();
  }

  @Test
  void workedExample() {
    check(new Budget.Ratio(0.5), 0, 1, 2, 3, 5, 8);
    check(new Budget.Ratio(0.6), 0, 1, 2, 3, 5, 8, 10);
    check(new Budget.Ratio(0.2), 0, 1, 2, 3);
    check(new Budget.Total(6), 0, 1, 2, 3, 5, 8);
  }

  private void check(Budget budget, int... kept) {
    PruneResult result = method().plan(stage(), example(), budget);
    assertArrayEquals(kept, result.trace().kept(), budget.toString());
  }

  @Test
  void saysThatTheFirstFrameStaysWhole() {
    PruneResult result = method().plan(stage(), example(), new Budget.Total(2));
    assertEquals(4, result.trace().counts().budgeted());
    assertTrue(result.trace().notes().get(0).contains("first frame"), result.trace().summary());
  }

  @Test
  void refusesAStillPictureByName(Random random) {
    ArraySignals signals = SignalDraw.of(TokenLayout.simple(2, 9, 3, 2), random);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> method().plan(stage(), signals, new Budget.Total(4)));
    assertTrue(e.getMessage().startsWith("EVS "), e.getMessage());
  }
}
