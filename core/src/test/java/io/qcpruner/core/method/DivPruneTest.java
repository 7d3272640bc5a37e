package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, section 3. */
class DivPruneTest extends SequenceContract {

  static final String STATES = "[3,-2,2] [2,-2,-2] [-1,1,-1] [1,2,4] [-1,1,1] [4,1,2]";

  @Override
  protected Pruner method() {
    return new DivPrune(DivPrune.Parameters.DEFAULTS);
  }

  /**
   * The first pick is the token farthest from its nearest neighbour. Where two tokens are each
   * other's, they tie and the order decides, so such draws are left out.
   */
  @Override
  protected ArraySignals draw(int n, Random random) {
    int[] backwards = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
    while (true) {
      ArraySignals signals = super.draw(n, random);
      int first = plan(signals, 1).trace().order()[0];
      if (n < 3 || backwards[plan(reordered(signals, backwards), 1).trace().order()[0]] == first) {
        return signals;
      }
    }
  }

  @Test
  void workedExample() {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(2, 6, 3, 2))
            .with(Signal.VISUAL_STATES, Rows.matrix(STATES))
            .build();
    PruneResult result = method().plan(stage(), signals, new Budget.Total(3));
    assertArrayEquals(new int[] {2, 0, 4}, result.trace().order());
    assertArrayEquals(Rows.row(".666667 1.980196 .666667"), result.trace().gains(), 1e-5f);
    assertEquals(PositionPolicy.COMPACT, result.plan().positions());
    assertEquals(new Stage.BeforeDecoder(), stage());
  }

  @Test
  void videosAreDecidedFrameByFrameAndKeepTheirNewlines(Random random) {
    TokenLayout video = TokenLayout.video(2, 3, 4, 4, true, 2);
    PruneResult result = method().plan(stage(), SignalDraw.of(video, random), new Budget.Total(16));
    int[] perFrame = new int[3];
    for (int i : result.trace().kept()) {
      perFrame[i / 16]++;
    }
    assertArrayEquals(new int[] {6, 5, 5}, perFrame);
    assertEquals(12, result.plan().count(TokenKind.NEWLINE));
  }
}
