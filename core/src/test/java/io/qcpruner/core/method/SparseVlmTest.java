package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Specification of the in-decoder baselines, sections 3 and 5. */
class SparseVlmTest extends SequenceContract {

  private static final Matrix PATCHES = Rows.matrix("(1,0) (1,1) (0,1) (2,0) (0,2) (1,-1)");
  private static final Matrix TEXT = Rows.matrix("(1,0) (0.2,0.1) (0.5,1.0)");

  /** Mean of the two heads of the example, rows t0 to t2. */
  private static final Matrix ATTENTION =
      Matrix.of(
          Rows.row(".08 .03 .08 .03 .02 .02"),
          Rows.row(".02 .15 .03 .02 .20 .05"),
          Rows.row(".05 .04 .03 .11 .02 .03"));

  @Override
  protected Pruner method() {
    return single(Raters.EMBEDDING);
  }

  private static SparseVlm single(Raters raters) {
    return new SparseVlm(new SparseVlm.Parameters(List.of(2), 32, 0, true, raters));
  }

  @Override
  protected int expected(int n, int k) {
    return Math.min(k, n);
  }

  /** A target of 3 of 6: single stage for a budget of 4. */
  private static PruneResult example(Raters raters, int... anchors) {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(2, 6, 6, 3))
            .with(Signal.INPUT_VISUAL, PATCHES)
            .with(Signal.INPUT_SUFFIX, TEXT)
            .withRows(Signal.ATTENTION, new int[] {8, 9, 10}, ATTENTION)
            .with(Signal.VISUAL_STATES, Rows.matrix("(1,0) (.9,.1) (0,1) (2,0) (0,2) (1,-1)"))
            .anchorRows(anchors)
            .build();
    return single(raters).plan(new Stage.AfterLayer(2), signals, new Budget.Total(4));
  }

  @Test
  void ratersDrawMoreThanTheirShare() {
    assertArrayEquals(Rows.row("0.394394 0.185124 0.420481"), Raters.shares(PATCHES, TEXT), 1e-6f);
  }

  @Test
  void workedExampleCutsAndRecycles() {
    PruneResult result = example(Raters.EMBEDDING);
    assertArrayEquals(
        Rows.row("0.065 0.035 0.055 0.070 0.020 0.025"), result.trace().utility(), 1e-6f);
    assertArrayEquals(
        new int[] {0, 1, 2, 4, 5, 3, 8, 9, 10}, result.plan().rows().primarySources());
    assertEquals(PositionPolicy.COMPACT, result.plan().positions());
    assertEquals(TokenKind.MERGED, result.plan().kinds()[5]);
    Matrix rows = Matrix.zeros(11, 2);
    rows.data()[rows.offset(3)] = 0.9f;
    rows.data()[rows.offset(3) + 1] = 0.1f;
    assertArrayEquals(
        new float[] {0.8999991f, 0.0999999f}, Rows.apply(result.plan(), rows).row(5), 1e-6f);
    assertEquals(6, result.plan().rows().size() - 3);
  }

  @Test
  void ratersAreAStrategy() {
    PruneResult anchors = example(Raters.ANCHORS, 9);
    assertArrayEquals(Rows.row(".02 .15 .03 .02 .20 .05"), anchors.trace().utility(), 1e-6f);
    assertArrayEquals(new int[] {1, 2, 4, 5}, anchors.trace().kept());
    assertArrayEquals(new int[] {2}, anchors.trace().merged());
    PruneResult all = example(Raters.ALL_TEXT);
    assertArrayEquals(
        Rows.row(".05 .073333 .046667 .053333 .08 .033333"), all.trace().utility(), 1e-6f);
    assertArrayEquals(new int[] {0, 1, 3, 4}, all.trace().kept());
    assertArrayEquals(new int[] {0}, all.trace().merged());
  }

  @Test
  void anchorsBeforeThePictureDoNotRate() {
    PruneResult fallback = example(Raters.ANCHORS, 0, 1);
    assertArrayEquals(example(Raters.EMBEDDING).trace().utility(), fallback.trace().utility());
    PruneResult mixed = example(Raters.ANCHORS, 1, 9);
    assertArrayEquals(example(Raters.ANCHORS, 9).trace().utility(), mixed.trace().utility());
  }

  @Test
  void equalRatersAllCount() {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(0, 2, 2, 2))
            .with(Signal.INPUT_VISUAL, Rows.matrix("(1,0) (0,1)"))
            .with(Signal.INPUT_SUFFIX, Rows.matrix("(1,1) (1,1)"))
            .build();
    assertArrayEquals(new int[] {0, 1}, Raters.EMBEDDING.offsets(signals));
  }

  @Test
  void laterStagesCountFromTheUnprunedSequence() {
    SparseVlm method =
        new SparseVlm(new SparseVlm.Parameters(List.of(2, 6, 15), 32, 576, false, Raters.ALL_TEXT));
    TokenLayout layout = TokenLayout.simple(0, 82, 82, 1);
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.ATTENTION, Matrix.zeros(83, 82))
            .with(Signal.VISUAL_STATES, Matrix.zeros(82, 4))
            .unprunedCandidates(576)
            .build();
    PruneResult second = method.plan(new Stage.AfterLayer(6), signals, new Budget.Total(64));
    assertEquals(32, second.trace().counts().budgeted());
    assertEquals(2, second.trace().counts().contextual());
    PruneResult tooSmall = method.plan(new Stage.AfterLayer(2), signals, new Budget.Total(128));
    assertTrue(tooSmall.plan().unchanged());
    assertTrue(tooSmall.trace().summary().contains("303 is not below 82"));
  }

  @Test
  void badParametersAreNamed() {
    for (List<Integer> stages : List.of(List.<Integer>of(), List.of(6, 2), List.of(2, 32))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new SparseVlm.Parameters(stages, 32, 0, false, Raters.EMBEDDING));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new SparseVlm.Parameters(List.of(2, 6), 32, 0, true, Raters.EMBEDDING));
  }
}
