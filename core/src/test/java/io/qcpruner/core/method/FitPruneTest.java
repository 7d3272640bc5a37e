package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A few patches after every layer. */
class FitPruneTest extends SequenceContract {

  private static FitPrune of(int layers, int patches, int saving) {
    return new FitPrune(new FitPrune.Parameters(layers, patches, saving));
  }

  /** The recipe that deletes 262 of 576 after the first layer. */
  @Override
  protected Pruner method() {
    return of(32, SIZE, 90);
  }

  @Override
  protected int expected(int n, int k) {
    return (int) Math.rint(314 / 576.0 * n);
  }

  /** Candidates that enter each layer. */
  private static int[] entering(FitPrune method, int n, int budget) {
    int[] counts = new int[method.parameters().decoderLayers()];
    counts[0] = n;
    for (int l = 0; l + 1 < counts.length; l++) {
      ArraySignals signals =
          SignalDraw.of(TokenLayout.simple(2, counts[l], 1, 3), new Random(5)).toBuilder()
              .unprunedCandidates(n)
              .build();
      counts[l + 1] =
          method
              .plan(new Stage.AfterLayer(l), signals, new Budget.Total(budget))
              .trace()
              .kept()
              .length;
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({
    "576, 32, 192",
    "576, 32, 128",
    "576, 32, 64",
    "576, 32, 500",
    "1296, 28, 256",
    "64, 4, 20",
    "2880, 32, 320",
    "576, 40, 128"
  })
  void anAverageIsMet(int n, int layers, int budget) {
    int[] counts = entering(of(layers, n, 0), n, budget);
    double mean = 0;
    for (int count : counts) {
      mean += (double) count / layers;
    }
    assertEquals(budget, mean, 0.51);
  }

  @Test
  void averagesBelowTheFirstLayersOwnAreRefused() {
    PruningRefusedException e =
        assertThrows(
            PruningRefusedException.class,
            () -> of(32, 576, 0).requireBudget(new Budget.Total(18), 576));
    assertTrue(e.getMessage().contains("the first of 32 layers alone costs 0.03125"));
  }

  @Test
  void onlyPublishedRecipesHaveASaving() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> of(32, 576, 75));
    assertTrue(e.getMessage().contains("not 75"), e.getMessage());
  }

  @Test
  void theLowestProductGoesAndPositionsStay() {
    // the worked example: self .9 .5 .3 over 3, cross .4 .45 .5
    Matrix peaks =
        Matrix.of(
            Rows.row(".5 0 0"),
            Rows.row(".3 .3 0"),
            Rows.row(".1 .2 .3"),
            Rows.row(".2 .4 .3"),
            Rows.row(".2 .05 .2"));
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(0, 3, 3, 2)).with(Signal.ATTENTION_PEAKS, peaks).build();
    PruneResult result = of(32, 3, 90).plan(new Stage.AfterLayer(0), signals, new Budget.Total(1));
    assertArrayEquals(new int[] {0, 1}, result.trace().kept());
    assertEquals(PositionPolicy.KEEP, result.plan().positions());
  }
}
