package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
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

/** Specification of the pre-decoder baselines, section 2. */
class VisionZipTest extends ClipTileContract {

  private static final Stage STAGE = new Stage.AfterVision();

  @Override
  protected Pruner method() {
    return new VisionZip(VisionZip.Parameters.DEFAULTS);
  }

  /** Contextual targets are taken at even steps of the raster. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  @Test
  void workedExample() {
    // the class row's key takes no part
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(2, 4, true))
            .with(Signal.CLASS_ATTENTION, Matrix.of(Rows.row(".30 .90 .20 .80 .10 .40 .15 .25")))
            .with(
                Signal.TOWER_KEYS,
                Rows.matrix("[7,7] [1,0] [0,1] [2,1] [1,1] [0,2] [-1,3] [1,3] [-1,2]"))
            .build();
    Matrix hidden = Rows.matrix("[9,9] [1,2] [3,0] [0,1] [2,2] [4,-2] [-1,1] [2,6] [5,3]");
    PruneResult result =
        new VisionZip(new VisionZip.Parameters(0.4)).plan(STAGE, signals, new Budget.Total(5));
    assertArrayEquals(
        Rows.matrix("[9,9] [3,0] [2,2] [1,3] [2.666667,3.333333]").data(),
        Rows.apply(result.plan(), hidden).data(),
        1e-6f);
    assertArrayEquals(new int[] {0, 1, 3, 5}, result.trace().kept());
    assertArrayEquals(new int[] {0, 5}, result.trace().merged());
    assertEquals(
        "5 (patch 2, class 1, contextual 2; newline 0)", result.trace().counts().toString());
  }

  @ParameterizedTest
  @CsvSource({"128, 107, 20, 23", "64, 53, 10, 52", "32, 26, 5, 110"})
  void splitsOfThePublishedBudgets(int budget, int dominant, int contextual, int step) {
    PruneResult result =
        method()
            .plan(
                STAGE,
                SignalDraw.of(VisionLayout.single(24, 24, true), new Random(3)),
                new Budget.Total(budget));
    assertEquals(dominant, result.trace().counts().patch());
    assertEquals(contextual, result.trace().counts().contextual());
    assertEquals(1, result.trace().counts().classRows());
    assertEquals(step, (576 - dominant) / contextual);
  }

  @Test
  void tilesComeInMergedGridOrder(Random random) {
    VisionLayout vision = VisionLayout.anyRes(5, 2, true, 1, 2);
    ArraySignals signals =
        SignalDraw.of(vision, random).toBuilder()
            .with(
                Signal.CLASS_ATTENTION,
                Rows.row(".9 .8 .1 .2"),
                Rows.row(".1 .9 .8 .2"),
                Rows.row(".9 .1 .2 .8"))
            .build();
    PruneResult result =
        new VisionZip(new VisionZip.Parameters(0)).plan(STAGE, signals, new Budget.PerGroup(3));
    // class and patches 0, 1 of the base; t0p1, t1p0, t0p2, t1p3; the tiles' class rows
    assertArrayEquals(
        new int[] {0, 1, 2, 5 + 2, 10 + 1, 5 + 3, 10 + 4, 5, 10},
        result.plan().rows().primarySources());
  }

  @Test
  void aSingleViewOfAnAnyResModelEndsWithANewline(Random random) {
    VisionLayout one = new VisionLayout(1, 5, 6, 6, true, 0, 0, true, VisionLayout.Picture.UNKNOWN);
    PruneResult result = method().plan(STAGE, SignalDraw.of(one, random), new Budget.PerGroup(9));
    assertEquals(1, result.plan().count(TokenKind.NEWLINE));
    int[] rows = result.plan().rows().primarySources();
    assertEquals(one.newlineSource(), rows[rows.length - 1]);
  }

  @Test
  void badParametersAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> new VisionZip.Parameters(1.5));
    assertThrows(IllegalArgumentException.class, () -> new VisionZipQwen.Parameters(-0.1));
  }
}
