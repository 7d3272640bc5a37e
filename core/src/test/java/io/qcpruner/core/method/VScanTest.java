package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows after the tower, and fewer in the decoder. */
class VScanTest extends TileContract {

  private static VScan vScan(LocalPatches windows, int nominal) {
    return new VScan(new VScan.Parameters(windows, 5, 22, 15, 32, nominal, true));
  }

  @Override
  protected Pruner method() {
    return vScan(LocalPatches.EACH_WINDOW, SIZE);
  }

  @Override
  protected int expected(int n, int k) {
    return Math.max(1, (int) Math.rint(1.5 * Math.min(k, most(n))));
  }

  @Override
  protected int smallest() {
    return 4;
  }

  /** The largest average that still drops rows after the tower. */
  private static int most(int n) {
    return Math.max(1, (int) ((n - 1) / 1.5));
  }

  /** Windows are places, whatever they show. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  /** From two thirds of the patches on, nothing goes after the tower. */
  @Override
  protected PruneResult plan(io.qcpruner.core.signal.Signals signals, int k) {
    int n = signals.vision().patches();
    return super.plan(signals, k >= n ? k : Math.min(k, most(n)));
  }

  @ParameterizedTest
  @CsvSource({"64, 96, 32", "128, 192, 64", "192, 288, 96"})
  void publishedCountsForAnAverage(int average, int first, int second) {
    VScan method = vScan(LocalPatches.EACH_WINDOW, 576);
    Budget budget = new Budget.Total(average);
    PruneResult tower =
        method.plan(
            stage(), SignalDraw.of(VisionLayout.single(24, 24, true), new Random(2)), budget);
    assertEquals(first, tower.trace().counts().budgeted());
    PruneResult decoder =
        method.plan(
            new Stage.AfterLayer(15),
            SignalDraw.of(TokenLayout.simple(3, first, 24, 4), new Random(2)),
            budget);
    assertEquals(second, decoder.trace().counts().budgeted());
  }

  @Test
  void windowsOfQwenHaveACap() {
    // 8 x 4 units in two windows: the two best lie in the upper one
    float[] score = new float[32];
    score[0] = 9;
    score[1] = 8;
    score[20] = 1;
    int[] local = LocalPatches.CAPPED.choose(score, VisionLayout.single(8, 4, false), 2);
    assertArrayEquals(new int[] {0, 20}, local);
  }

  @Test
  void mostOfThePatchesAreKeptByTheDecoderAlone() {
    VScan method = vScan(LocalPatches.EACH_WINDOW, 36);
    Budget budget = new Budget.Total(30);
    assertTrue(
        method
            .plan(stage(), SignalDraw.of(VisionLayout.single(6, 6, true), new Random(2)), budget)
            .plan()
            .unchanged());
    PruneResult decoder =
        method.plan(
            new Stage.AfterLayer(15),
            SignalDraw.of(TokenLayout.simple(3, 36, 6, 4), new Random(2)),
            budget);
    assertEquals(24, decoder.trace().counts().budgeted());
  }
}
