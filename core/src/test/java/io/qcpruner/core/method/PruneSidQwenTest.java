package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, section 6.5. */
class PruneSidQwenTest extends TileContract {

  private static final Stage STAGE = new Stage.AfterVision();

  @Override
  protected Pruner method() {
    return new PruneSidQwen();
  }

  @Override
  protected boolean classRow() {
    return false;
  }

  @Override
  protected int smallest() {
    return 17;
  }

  @Test
  void longListsAreSortedAndShortOnesStayInGroupOrder() {
    VisionLayout vision = VisionLayout.single(14, 14, false);
    PruneResult many =
        method().plan(STAGE, SignalDraw.of(vision, new Random(6)), new Budget.Total(160));
    assertArrayEquals(many.trace().kept(), many.trace().order());
    PruneResult few =
        method().plan(STAGE, SignalDraw.of(vision, new Random(6)), new Budget.Total(40));
    assertEquals(40, few.trace().counts().patch());
    assertTrue(!java.util.Arrays.equals(few.trace().kept(), few.trace().order()));
    assertArrayEquals(few.trace().order(), few.plan().rows().primarySources());
  }

  @Test
  void smallPicturesAreLeftAlone(Random random) {
    PruneResult result = plan(draw(16, random), 5);
    assertTrue(result.plan().unchanged());
  }
}
