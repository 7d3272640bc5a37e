package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the pre-decoder baselines, section 2, part on Qwen2.5-VL. */
class VisionZipQwenTest extends TileContract {

  private static final Stage STAGE = new Stage.AfterVision();

  @Override
  protected Pruner method() {
    return new VisionZipQwen(VisionZipQwen.Parameters.DEFAULTS);
  }

  @Override
  protected boolean classRow() {
    return false;
  }

  @Override
  protected boolean followsTokens() {
    return false;
  }

  @ParameterizedTest
  @CsvSource({"512, 448", "256, 192", "128, 64"})
  void contextualRowsAreFivePercentOfThePicture(int budget, int dominant) {
    PruneResult result =
        method()
            .plan(
                STAGE,
                SignalDraw.of(VisionLayout.single(36, 36, false), new Random(4)),
                new Budget.Total(budget));
    assertEquals(dominant, result.trace().counts().patch());
    assertEquals(64, result.trace().counts().contextual());
    assertEquals(0, result.trace().counts().classRows());
  }

  @Test
  void contextualRowsStandInTheirTargetsPlace() {
    // the example of the CLIP rules without its class row
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(2, 4, false))
            .with(Signal.CLASS_ATTENTION, Matrix.of(Rows.row(".30 .90 .20 .80 .10 .40 .15 .25")))
            .with(
                Signal.TOWER_KEYS, Rows.matrix("[1,0] [0,1] [2,1] [1,1] [0,2] [-1,3] [1,3] [-1,2]"))
            .build();
    PruneResult result =
        new VisionZipQwen(new VisionZipQwen.Parameters(0.25))
            .plan(STAGE, signals, new Budget.Total(4));
    Matrix hidden = Rows.matrix("[1,2] [3,0] [0,1] [2,2] [4,-2] [-1,1] [2,6] [5,3]");
    assertArrayEquals(new int[] {0, 1, 3, 5}, result.plan().rows().primarySources());
    assertArrayEquals(
        Rows.matrix("[1,3] [3,0] [2,2] [2.666667,3.333333]").data(),
        Rows.apply(result.plan(), hidden).data(),
        1e-6f);
  }
}
