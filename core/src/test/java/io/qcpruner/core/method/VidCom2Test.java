package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the video methods, section 4; the contract is that of a still picture. */
class VidCom2Test extends SequenceContract {

  private static final VidCom2 EXACT =
      new VidCom2(new VidCom2.Parameters(VidCom2.Total.EXACT, Newlines.ALL));

  private static final String PLACES =
      "[1,0] [.9,.2] [1,.1] [.8,.3] [0,1] [.2,.9] [.1,1] [1,1] [1,.05] [1,.1] [1,0] [.7,.7]";

  @Override
  protected Pruner method() {
    return new VidCom2(VidCom2.Parameters.DEFAULTS);
  }

  /** Channels 2 and 3 swing between 9 and -9, so that they are not used. */
  private static ArraySignals example() {
    Matrix places = Rows.matrix(PLACES);
    Matrix states = Matrix.zeros(12, 4);
    for (int i = 0; i < 12; i++) {
      states.data()[4 * i] = places.get(i, 0);
      states.data()[4 * i + 1] = places.get(i, 1);
      states.data()[4 * i + 2] = i % 2 == 0 ? 9 : -9;
      states.data()[4 * i + 3] = i % 2 == 0 ? -9 : 9;
    }
    return ArraySignals.of(TokenLayout.video(1, 3, 2, 2, true, 1))
        .with(Signal.VISUAL_STATES, states)
        .build();
  }

  @Test
  void workedExample() {
    PruneResult result = method().plan(stage(), example(), new Budget.Ratio(0.5));
    assertArrayEquals(new int[] {0, 4, 5, 6, 11}, result.trace().kept());
    float[] scores = {
      8.2955f, 9.2257f, 8.8155f, 9.3487f, 6.6163f, 7.6225f, 7.1248f, 8.0543f, 8.4405f, 8.7167f,
      8.1351f, 7.8884f
    };
    for (int i = 0; i < scores.length; i++) {
      assertEquals(-scores[i], result.trace().utility()[i], 1e-4f);
    }
    assertEquals(6, result.plan().count(TokenKind.NEWLINE));
  }

  @Test
  void anExactCountAddsTheLeastAndTakesTheMostLikeTokens() {
    assertArrayEquals(
        new int[] {0, 4, 5, 6, 7, 11},
        EXACT.plan(stage(), example(), new Budget.Total(6)).trace().kept());
    PruneResult few = EXACT.plan(stage(), example(), new Budget.Total(2));
    assertArrayEquals(new int[] {0, 4, 11}, few.trace().kept()); // one token a frame
  }

  @Test
  void anExactCountMeetsEveryBudget(Random random) {
    TokenLayout video = TokenLayout.video(2, 7, 3, 5, true, 2);
    ArraySignals signals = SignalDraw.of(video, random);
    for (int total : new int[] {7, 8, 30, 77, 104}) {
      PruneResult result = EXACT.plan(stage(), signals, new Budget.Total(total));
      assertEquals(total, result.trace().counts().budgeted());
    }
  }

  @Test
  void sharesOfTheSpecification(Random random) {
    // one frame unlike the others takes the softmax: R (2 - 1/F) and R (1 - 1/F)
    Matrix states = SignalDraw.normal(random, 32 * 196, 8);
    for (int i = 0; i < states.data().length; i++) {
      float own = i / 8 / 196 == 5 ? -3 : 3;
      states.data()[i] = 0.01f * states.data()[i] + own * (i % 2 == 0 ? 1 : 0.5f);
    }
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(1, 32, 14, 14, false, 1))
            .with(Signal.VISUAL_STATES, states)
            .build();
    int[] kept = method().plan(stage(), signals, new Budget.Ratio(0.25)).trace().kept();
    int[] perFrame = new int[32];
    for (int i : kept) {
      perFrame[i / 196]++;
    }
    for (int f = 0; f < 32; f++) {
      assertEquals(f == 5 ? 96 : 47, perFrame[f], "frame " + f);
    }
  }

  @Test
  void aStillPictureIsOneFrameWhateverItsTiles(Random random) {
    ArraySignals signals = SignalDraw.of(TokenLayout.simple(2, 30, 6, 2), random);
    PruneResult result = method().plan(stage(), signals, new Budget.Total(11));
    assertEquals(1, result.trace().parts());
    assertEquals(11, result.trace().counts().budgeted());
    assertTrue(method().needs(stage()).contains(Signal.VISUAL_STATES));
  }
}
