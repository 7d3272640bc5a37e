package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, section 7. */
class FastVidTest extends SequenceContract {

  private static final String TOKENS =
      "[2,4] [0,5] [4,2] [5,1] [5,-1] [4,4] [-2,1] [-1,0] [-1,4] [5,5] [1,4] [1,4]"
          + " [5,5] [1,-3] [5,0] [-3,5] [2,2] [2,5] [1,3] [4,2] [0,1] [2,3] [1,4] [1,-2]";

  @Override
  protected Pruner method() {
    return new FastVid(FastVid.Parameters.defaults(true));
  }

  @Override
  protected TokenLayout layout(int n) {
    return n % 6 == 0
        ? TokenLayout.video(3, 1, n / 6, 6, false, 5)
        : TokenLayout.video(3, 1, n, 1, false, 5);
  }

  private static PruneResult example(Newlines newlines) {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(1, 4, 3, 2, true, 1))
            .with(Signal.VISUAL_STATES, Rows.matrix(TOKENS))
            .with(Signal.FRAME_DESCRIPTOR, Rows.matrix("[4,1] [0,5] [1,6] [1,5]"))
            .with(
                Signal.FRAME_SALIENCY,
                Rows.row(".1 .4 .6 .2 .9 .5"),
                Rows.row(".9 .8 .4 .3 .6 .5"),
                Rows.row(".1 .6 .3 .4 .5 .8"),
                Rows.row(".1 .2 .6 .4 .7 .8"))
            .build();
    FastVid method = new FastVid(new FastVid.Parameters(2, 0.9, 0.4, 2, 0.6, newlines, true));
    return method.plan(method.stages().get(0), signals, new Budget.PerGroup(3));
  }

  /** The tokens at their sequence rows: one text row, then per grid row two patches, a newline. */
  private static Matrix sequence() {
    Matrix tokens = Rows.matrix(TOKENS);
    Matrix out = Matrix.zeros(38, 2);
    for (int i = 0; i < 24; i++) {
      int row = 1 + i / 2 * 3 + i % 2;
      System.arraycopy(tokens.data(), 2 * i, out.data(), out.offset(row), 2);
    }
    return out;
  }

  @Test
  void workedExample() {
    PruneResult result = example(Newlines.ALL);
    assertEquals(2, result.trace().parts());
    assertArrayEquals(new int[] {0, 2, 4, 6, 7, 10, 13, 17, 18, 21, 22, 23}, result.trace().kept());
    assertArrayEquals(new int[] {0, 10, 18, 21}, result.trace().merged());
    Matrix rows = Rows.apply(result.plan(), sequence());
    int[] primary = result.plan().rows().primarySources();
    float[][] anchors = {
      {1, 2.4f, 3.733333f},
      {1 + 5 * 3, 1.363636f, 3.636364f},
      {1 + 9 * 3, 0.44f, 3.24f},
      {1 + 10 * 3 + 1, 2.88f, 2.92f}
    };
    for (float[] anchor : anchors) {
      int at = java.util.Arrays.binarySearch(primary, (int) anchor[0]);
      assertEquals(TokenKind.MERGED, result.plan().kinds()[at]);
      assertArrayEquals(new float[] {anchor[1], anchor[2]}, rows.row(at), 1e-6f);
    }
    assertEquals(12, result.plan().count(TokenKind.NEWLINE));
    assertEquals(PositionPolicy.KEEP, result.plan().positions());
  }

  @Test
  void officialNewlinesGoWithTheirRow() {
    PruneResult result = example(Newlines.OFFICIAL);
    // rows with survivors: all 3, {0, 2}, {0, 2}, {0, 1, 2} of the frames
    assertEquals(10, result.plan().count(TokenKind.NEWLINE));
  }

  @Test
  void sharesOfTheSpecification() {
    check(64, 1, new int[] {39}, new int[] {25});
    check(64, 2, new int[] {39, 38}, new int[] {0, 51});
    check(64, 4, new int[] {39, 39, 38, 38}, new int[] {0, 0, 0, 102});
    check(64, 5, new int[] {39, 39, 38, 38, 38}, new int[] {64, 0, 0, 0, 64});
    check(16, 8, new int[] {10, 10, 10, 10, 10, 9, 9, 9}, new int[] {0, 0, 0, 25, 0, 0, 0, 26});
  }

  private static void check(int perFrame, int length, int[] salient, int[] context) {
    FrameSegments.Shares shares = FrameSegments.shares(perFrame, length, 0.4, 4);
    assertArrayEquals(salient, shares.salient());
    assertArrayEquals(context, shares.context());
  }

  @Test
  void contextThatDoesNotFitBecomesSalient() {
    FrameSegments.Shares shares = FrameSegments.shares(80, 4, 0.4, 4);
    assertEquals(7, FrameSegments.fit(shares, 169));
    assertArrayEquals(new int[] {55, 48, 48, 48}, shares.salient());
    assertArrayEquals(new int[] {0, 0, 0, 121}, shares.context());
  }

  @Test
  void cutsAreCountedAndThresholded() {
    Matrix turning = Rows.matrix("[1,0] [1,.01] [1,.02] [0,1] [0,1] [0,1]");
    assertEquals(
        List.of(new FrameSegments.Segment(0, 3), new FrameSegments.Segment(3, 3)),
        FrameSegments.of(turning, 1, 0.9));
    assertEquals(6, FrameSegments.of(turning, 99, 0.9).size());
  }

  @Test
  void keepsTheBudgetOverManyFrames(Random random) {
    TokenLayout video = TokenLayout.video(2, 20, 6, 6, true, 2);
    for (int perFrame : new int[] {1, 3, 9, 20, 35}) {
      PruneResult result =
          method().plan(stage(), SignalDraw.of(video, random), new Budget.PerGroup(perFrame));
      assertEquals(20 * perFrame, result.trace().counts().budgeted());
    }
  }

  @Test
  void totalBudgetsAreSharedByFrames(Random random) {
    ArraySignals signals = SignalDraw.of(TokenLayout.video(2, 4, 6, 6, true, 2), random);
    assertEquals(
        20, method().plan(stage(), signals, new Budget.Total(23)).trace().counts().budgeted());
    assertThrows(
        IllegalArgumentException.class, () -> method().plan(stage(), signals, new Budget.Total(3)));
  }

  @Test
  void saysWhenTheHeadIsMissing() {
    assertEquals(
        "FastVID (no SigLIP head)", new FastVid(FastVid.Parameters.defaults(false)).label());
  }

  @Test
  void badParametersAreNamed() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new FastVid.Parameters(0, 0.9, 0.4, 4, 0.6, Newlines.ALL, true));
    assertThrows(
        IllegalArgumentException.class,
        () -> new FastVid.Parameters(8, 2, 0.4, 4, 0.6, Newlines.ALL, true));
  }
}
