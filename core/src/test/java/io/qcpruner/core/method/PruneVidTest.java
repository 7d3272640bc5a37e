package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the video methods, section 2; the contract merges groups of every size. */
class PruneVidTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new PruneVid(PruneVid.Parameters.before(0.8, Optional.empty(), 0));
  }

  /** One frame, in which everything counts as changing. */
  @Override
  protected TokenLayout layout(int n) {
    return TokenLayout.video(3, 1, n, 1, false, 5);
  }

  @Test
  void labelsOfTheSpecification() {
    check("0 0 1 0 2 2 2 1", "0 0 2 2 2 2 2 2");
    check("0 0 1 1 0 0", "0 0 1 1 0 0");
    check("3 1 2", "0 0 0");
    check("5", "0");
    check("1 1 0 2 2", "1 1 1 2 2");
  }

  private static void check(String labels, String refined) {
    assertArrayEquals(ints(refined), FrameLabels.refined(ints(labels)), labels);
  }

  private static int[] ints(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void everySegmentOfTwoFramesAndMoreHasTwo(Random random) {
    for (int round = 0; round < 500; round++) {
      int[] labels = random.ints(2 + random.nextInt(12), 0, 4).toArray();
      for (int[] run : FrameLabels.runs(FrameLabels.refined(labels))) {
        assertTrue(run[1] >= 2, Arrays.toString(labels));
      }
    }
  }

  @Test
  void clustersOfTheSpecification() {
    DensityPeaks peaks =
        new DensityPeaks(Rows.matrix("(0,0) (.1,0) (.2,0) (3,3) (3.1,3) (0,.1) (0,.2) (3,3.2)"), 3);
    int[] centres = peaks.centres(2);
    assertArrayEquals(new int[] {0, 3}, centres);
    assertArrayEquals(new int[] {0, 0, 0, 1, 1, 0, 0, 1}, peaks.assign(centres));
  }

  @Test
  void aPlaceThatStaysTheSameIsStoredOnceAsItsMean() {
    Matrix states = Rows.matrix("(1,0)(1,1) (1,.1)(0,1) (1,.2)(1,-1)");
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(0, 3, 1, 2, false, 0))
            .with(Signal.VISUAL_STATES, states)
            .build();
    PruneResult result =
        new PruneVid(PruneVid.Parameters.before(0.8, Optional.of(1.0), 14))
            .plan(stage(), signals, new Budget.Total(5));
    Matrix made = Rows.apply(result.plan(), states);
    assertEquals(4, made.rows());
    assertArrayEquals(new float[] {1, .1f}, made.row(0), 1e-6f);
    assertArrayEquals(new float[] {1, 1}, made.row(1), 1e-6f);
  }

  @Test
  void theBudgetSetsTheShareOfClusters(Random random) {
    TokenLayout clip = TokenLayout.video(1, 4, 5, 5, true, 1);
    for (int k : new int[] {20, 37, 64, 99}) {
      PruneResult result = method().plan(stage(), SignalDraw.of(clip, random), new Budget.Total(k));
      int kept = result.trace().counts().budgeted();
      assertTrue(kept <= k && kept > k - 8, k + ": " + kept);
    }
  }

  @Test
  void saysWhatStaysAtLeast(Random random) {
    TokenLayout clip = TokenLayout.video(1, 4, 3, 3, true, 1);
    PruneResult result =
        new PruneVid(PruneVid.Parameters.before(0.8, Optional.empty(), 14))
            .plan(stage(), SignalDraw.of(clip, random), new Budget.Total(5));
    assertTrue(result.trace().counts().budgeted() > 5);
    assertTrue(result.trace().notes().get(0).startsWith("at least"));
  }

  /** Two frames: places 0 and 1 stay the same, 2 to 6 change. */
  private static ArraySignals clip(TokenLayout layout, Random random) {
    Matrix states = SignalDraw.normal(random, 14, 8);
    for (int place = 0; place < 2; place++) {
      System.arraycopy(
          states.data(), states.offset(place), states.data(), states.offset(7 + place), 8);
    }
    return ArraySignals.of(layout).with(Signal.VISUAL_STATES, states).build();
  }

  @Test
  void theQuestionChoosesInsideEveryGroup(Random random) {
    PruneVid method =
        new PruneVid(new PruneVid.Parameters(0.99, Optional.of(1.0), 14, 0.4, 3, true));
    for (boolean newlines : new boolean[] {false, true}) {
      TokenLayout before = TokenLayout.video(2, 2, 7, 1, newlines, 3);
      ArraySignals signals = clip(before, random);
      PruneResult merged = method.plan(stage(), signals, new Budget.Total(9));
      TokenLayout layout = before.select(merged.plan().rows().primarySources());
      int n = layout.candidates().length;
      assertEquals(12, n, "two places are stored once");
      // the last text row looks at later tokens more, the others at nothing
      Matrix peaks = Matrix.zeros(3, n);
      for (int i = 0; i < n; i++) {
        peaks.data()[peaks.offset(2) + i] = (i + 1) / 100f;
      }
      int size = layout.size();
      ArraySignals inside =
          ArraySignals.of(layout)
              .unprunedLayout(before)
              .with(Signal.INPUT_VISUAL, signals.get(Signal.VISUAL_STATES))
              .withRows(Signal.UNMASKED_PEAKS, new int[] {size - 3, size - 2, size - 1}, peaks)
              .build();
      PruneResult chosen = method.plan(method.stages().get(1), inside, new Budget.Total(9));
      // of 2 shared tokens none, of 5 of each frame the last 2
      int[] expected = {5, 6, 10, 11};
      assertArrayEquals(expected, chosen.trace().kept(), "newlines " + newlines);
      assertEquals(PositionPolicy.KEEP, chosen.plan().positions());
    }
  }

  @Test
  void oneTokenStaysWhereEveryGroupIsTooSmall(Random random) {
    PruneVid method =
        new PruneVid(new PruneVid.Parameters(0.99, Optional.of(1.0), 14, 0.1, 3, true));
    TokenLayout before = TokenLayout.video(2, 2, 7, 1, false, 1);
    ArraySignals signals = clip(before, random);
    PruneResult merged = method.plan(stage(), signals, new Budget.Total(5));
    Matrix peaks = Matrix.of(Rows.row("0 0 9 1 0 0 0 0 0 0 0 0"));
    ArraySignals inside =
        ArraySignals.of(before.select(merged.plan().rows().primarySources()))
            .unprunedLayout(before)
            .with(Signal.INPUT_VISUAL, signals.get(Signal.VISUAL_STATES))
            .withRows(Signal.UNMASKED_PEAKS, new int[] {14}, peaks)
            .build();
    PruneResult chosen = method.plan(method.stages().get(1), inside, new Budget.Total(5));
    assertArrayEquals(new int[] {2}, chosen.trace().kept());
    assertTrue(chosen.trace().notes().get(0).startsWith("nothing would"));
  }

  @Test
  void theBudgetIsWhatStaysInTheEnd(Random random) {
    PruneVid method = new PruneVid(new PruneVid.Parameters(0.8, Optional.empty(), 0, 0.5, 3, true));
    TokenLayout clip = TokenLayout.video(1, 4, 6, 6, true, 4);
    for (int k : new int[] {20, 37, 64}) {
      ArraySignals signals = SignalDraw.of(clip, random);
      PruneResult merged = method.plan(stage(), signals, new Budget.Total(k));
      TokenLayout layout = clip.select(merged.plan().rows().primarySources());
      ArraySignals inside =
          SignalDraw.of(layout, random).toBuilder()
              .unprunedLayout(clip)
              .with(Signal.INPUT_VISUAL, signals.get(Signal.VISUAL_STATES))
              .build();
      PruneResult chosen = method.plan(method.stages().get(1), inside, new Budget.Total(k));
      int kept = chosen.trace().counts().budgeted();
      assertTrue(kept <= k && kept > k - 8, k + ": " + kept);
    }
  }

  @Test
  void aBudgetForEverythingChangesNothingInsideEither(Random random) {
    PruneVid method = new PruneVid(PruneVid.Parameters.defaults(3));
    ArraySignals signals = SignalDraw.of(TokenLayout.video(1, 3, 2, 2, true, 2), random);
    for (Stage stage : method.stages()) {
      assertTrue(method.plan(stage, signals, new Budget.Total(12)).plan().unchanged());
    }
  }
}
