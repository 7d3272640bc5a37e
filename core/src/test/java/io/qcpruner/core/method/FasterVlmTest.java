package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import org.junit.jupiter.api.Test;

/** Patches the class row attends to most. */
class FasterVlmTest extends ClipTileContract {

  @Override
  protected Pruner method() {
    return new FasterVlm(true);
  }

  @Test
  void tiesGoToTheLowestIndex() {
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(1, 5, true))
            .with(Signal.CLASS_ATTENTION, Matrix.of(Rows.row(".1875 .21875 .125 .125 .125")))
            .build();
    assertArrayEquals(
        new int[] {1, 0, 2}, method().plan(stage(), signals, new Budget.Total(3)).trace().order());
  }

  @Test
  void towersWithoutAClassRowAreLabelled() {
    assertEquals("FasterVLM (mean attention)", new FasterVlm(false).label());
  }
}
