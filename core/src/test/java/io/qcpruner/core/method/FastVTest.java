package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import org.junit.jupiter.api.Test;

/** Specification of the in-decoder baselines, section 2. */
class FastVTest extends SequenceContract {

  private static final FastV FASTV = new FastV(new FastV.Parameters(1));
  private static final Stage HOOK = new Stage.AfterLayer(1);

  private static final float[] QUERY_0 = {1f, 0.5f};
  private static final float[] QUERY_1 = {-0.5f, 1f};
  private static final String KEYS_0 =
      "(2,1) (0.5,0) (1,0) (0,1) (1,1) (-1,0.5) (0.5,-0.5) (0,0) (0.2,0.4) (1,-1)";
  private static final String KEYS_1 =
      "(-1,2) (0,0.5) (0,1) (1,0) (0.5,0.5) (-1,1) (0,-1) (-0.5,0.5) (0,0.2) (1,1)";

  @Override
  protected Pruner method() {
    return FASTV;
  }

  private static float[] probabilities(float[] query, Matrix keys) {
    double[] e = new double[keys.rows()];
    double sum = 0;
    for (int i = 0; i < e.length; i++) {
      double dot = query[0] * keys.get(i, 0) + query[1] * keys.get(i, 1);
      e[i] = Math.exp(dot / Math.sqrt(2));
      sum += e[i];
    }
    float[] out = new float[e.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (e[i] / sum);
    }
    return out;
  }

  private static ArraySignals example(TokenLayout layout) {
    float[] a = probabilities(QUERY_0, Rows.matrix(KEYS_0));
    float[] b = probabilities(QUERY_1, Rows.matrix(KEYS_1));
    float[] mean = new float[6];
    for (int i = 0; i < 6; i++) {
      mean[i] = (a[2 + i] + b[2 + i]) / 2;
    }
    return ArraySignals.of(layout)
        .withRows(Signal.ATTENTION, new int[] {9}, Matrix.of(mean))
        .build();
  }

  @Test
  void workedExampleKeepsTheMostAttended() {
    Signals signals = example(TokenLayout.simple(2, 6, 6, 2));
    PruneResult three = FASTV.plan(HOOK, signals, new Budget.Total(3));
    assertArrayEquals(
        Rows.row("0.106700 0.055787 0.107025 0.091921 0.044220 0.071152"),
        three.trace().utility(),
        1e-6f);
    assertArrayEquals(new int[] {2, 0, 3}, three.trace().order());
    assertArrayEquals(new int[] {0, 1, 2, 4, 5, 8, 9}, three.plan().rows().primarySources());
    assertEquals(PositionPolicy.KEEP, three.plan().positions());
    PruneResult two = FASTV.plan(HOOK, signals, new Budget.Total(2));
    assertArrayEquals(new int[] {0, 2}, two.trace().kept());
    PruneResult six = FASTV.plan(HOOK, signals, new Budget.Total(6));
    assertTrue(six.plan().unchanged());
  }

  @Test
  void framesKeepTheirOwnBestWithoutRenormalisation() {
    Signals signals = example(TokenLayout.video(2, 2, 1, 3, false, 2));
    PruneResult result = FASTV.plan(HOOK, signals, new Budget.PerGroup(1));
    assertArrayEquals(new int[] {2, 3}, result.trace().kept());
    assertEquals(2, result.trace().parts());
  }

  @Test
  void tiesGoToTheLowestIndex() {
    Signals signals =
        ArraySignals.of(TokenLayout.simple(1, 4, 4, 1))
            .withRows(Signal.ATTENTION, new int[] {5}, Matrix.of(Rows.row("0.2 0.2 0.1 0.2")))
            .build();
    PruneResult result = FASTV.plan(HOOK, signals, new Budget.Total(2));
    assertArrayEquals(new int[] {0, 1}, result.trace().kept());
  }
}
