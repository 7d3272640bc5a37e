package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
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

/** Steps of falling counts. */
class PyramidDropTest extends SequenceContract {

  private static PyramidDrop of(int layers, int patches, PyramidDrop.Steps steps, double lambda) {
    return new PyramidDrop(new PyramidDrop.Parameters(layers, patches, steps, lambda));
  }

  /** Half of the candidates at the first step, whatever the budget. */
  @Override
  protected Pruner method() {
    return of(32, SIZE, PyramidDrop.Steps.PUBLISHED, 0.5);
  }

  @Override
  protected int expected(int n, int k) {
    return n / 2;
  }

  @ParameterizedTest
  @CsvSource({
    "576, 32, 192, 145, 36, 9",
    "576, 32, 270, 288, 144, 72",
    "2880, 32, 1350, 1440, 720, 360"
  })
  void publishedStepsMeetAnAverage(int n, int layers, int budget, int a, int b, int c) {
    PyramidDrop method = of(layers, n, PyramidDrop.Steps.AUTO, 0);
    assertArrayEquals(
        new int[] {a, b, c}, counts(method, n, budget, new int[] {7, 15, 23}), "counts");
  }

  @ParameterizedTest
  @CsvSource({
    "576, 32, 128, 241, 101, 42",
    "576, 32, 64, 110, 21, 4",
    "2880, 32, 640, 1208, 507, 212",
    "2880, 32, 320, 551, 105, 20"
  })
  void smallAveragesTakeEarlySteps(int n, int layers, int budget, int a, int b, int c) {
    PyramidDrop method = of(layers, n, PyramidDrop.Steps.AUTO, 0);
    assertArrayEquals(
        new int[] {a, b, c}, counts(method, n, budget, new int[] {1, 7, 15}), "counts");
    int rest = counts(method, n, budget, new int[] {1, 7, 15, 23})[3];
    assertEquals(c, rest, "steps of the other schedule change nothing");
  }

  /** Candidates that go on after each of these layers. */
  private static int[] counts(PyramidDrop method, int n, int budget, int[] layers) {
    int[] out = new int[layers.length];
    int now = n;
    for (int i = 0; i < layers.length; i++) {
      ArraySignals signals =
          SignalDraw.of(TokenLayout.simple(2, now, 1, 3), new Random(5)).toBuilder()
              .unprunedCandidates(n)
              .build();
      PruneResult result =
          method.plan(new Stage.AfterLayer(layers[i]), signals, new Budget.Total(budget));
      now = result.trace().kept().length;
      out[i] = now;
    }
    return out;
  }

  @Test
  void theLastPromptRowRatesAndPositionsCloseUp() {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(3, 8, 8, 2))
            .withRows(
                Signal.NEXT_ATTENTION,
                new int[] {12},
                io.qcpruner.core.linalg.Matrix.of(Rows.row(".08 .08 .15 .07 .02 .05 .04 .04")))
            .build();
    PruneResult result =
        of(32, 8, PyramidDrop.Steps.PUBLISHED, 0.25)
            .plan(new Stage.AfterLayer(7), signals, new Budget.Total(4));
    assertArrayEquals(new int[] {0, 2}, result.trace().kept());
    assertEquals(PositionPolicy.COMPACT, result.plan().positions());
  }

  @Test
  void averagesThatCantBeMetAreRefused() {
    PyramidDrop method = of(32, 576, PyramidDrop.Steps.AUTO, 0);
    PruningRefusedException e =
        assertThrows(
            PruningRefusedException.class, () -> method.requireBudget(new Budget.Total(32), 576));
    assertTrue(e.getMessage().contains("2 layers in front of the first step alone cost 36"));
  }
}
