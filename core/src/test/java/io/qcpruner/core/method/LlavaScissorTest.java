package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LlavaScissorTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new LlavaScissor(LlavaScissor.Parameters.DEFAULTS);
  }

  /** Of tokens with as many neighbours the first stands for its component. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  private static PruneResult plan(Matrix states, TokenLayout layout, double tau) {
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_STATES, states)
            .with(Signal.VISUAL_COSINE, Kernels.cosine(states))
            .build();
    return new LlavaScissor(new LlavaScissor.Parameters(Optional.of(tau)))
        .plan(ClipMethod.BEFORE, signals, new Budget.Total(1));
  }

  @Test
  void joinsInFramesThenOverFramesThenEveryTokenOnceMore() {
    // (1,0) and (2,.2) are alike in frame 0, their mean (1.5,.1) is like (3,.1) of frame 1
    Matrix states = Rows.matrix("(1,0) (2,.2) (0,1) (3,.1) (0,2) (-1,0)");
    PruneResult result = plan(states, TokenLayout.video(0, 2, 1, 3, false, 0), 0.9);
    Matrix made = Rows.apply(result.plan(), states);
    assertEquals(3, made.rows());
    assertArrayEquals(new int[] {0, 2, 5}, result.trace().kept());
    assertArrayEquals(new float[] {8.25f / 4, .4f / 4}, made.row(0), 1e-6f);
    assertArrayEquals(new float[] {0, 1.5f}, made.row(1), 1e-6f);
    assertArrayEquals(new float[] {-1, 0}, made.row(2), 1e-6f);
  }

  @Test
  void theTokenWithMostNeighboursStandsForItsComponent() {
    // a chain: only the middle one is like both others
    Matrix chain = Rows.matrix("(1,0) (.7,.7) (0,1) (-1,-1)");
    List<int[]> parts = LikeComponents.of(chain, 0.5);
    assertArrayEquals(new int[] {1, 0, 2}, parts.get(0));
    assertArrayEquals(new int[] {3}, parts.get(1));
  }

  @Test
  void componentsAreThoseOfASearchFromEveryToken(Random random) {
    for (int n : new int[] {1, 2, 37, 600}) { // more than one block
      Matrix tokens = SignalDraw.normal(random, n, 5);
      Matrix cosines = Kernels.cosine(tokens);
      for (double above : new double[] {-1, 0.3, 0.8, 0.95, 1}) {
        List<int[]> parts = LikeComponents.of(tokens, above);
        int[] naive = reached(cosines, above);
        int[] fast = new int[n];
        for (int[] part : parts) {
          for (int i : part) {
            fast[i] = Arrays.stream(part).min().orElseThrow();
          }
        }
        assertArrayEquals(naive, fast, n + " tokens, above " + above);
        for (int i = 1; i < parts.size(); i++) {
          assertTrue(parts.get(i - 1)[0] < parts.get(i)[0]);
        }
      }
    }
  }

  /** The lowest token that each one reaches over pairs above the threshold. */
  private static int[] reached(Matrix cosines, double above) {
    int n = cosines.rows();
    int[] lowest = new int[n];
    boolean[] seen = new boolean[n];
    for (int start = 0; start < n; start++) {
      List<Integer> open = new ArrayList<>(seen[start] ? List.of() : List.of(start));
      while (!open.isEmpty()) {
        int at = open.remove(open.size() - 1);
        if (seen[at]) {
          continue;
        }
        seen[at] = true;
        lowest[at] = start;
        for (int j = 0; j < n; j++) {
          if (j != at && cosines.get(at, j) > above) {
            open.add(j);
          }
        }
      }
    }
    return lowest;
  }

  @Test
  void theBudgetIsMetOverFrames(Random random) {
    TokenLayout clip = TokenLayout.video(1, 5, 4, 3, true, 1);
    for (int k : new int[] {1, 2, 13, 30, 59}) {
      PruneResult result = method().plan(stage(), SignalDraw.of(clip, random), new Budget.Total(k));
      assertEquals(k, result.trace().counts().budgeted());
      assertTrue(result.trace().notes().get(0).startsWith("join-above: "));
    }
  }

  @Test
  void theThresholdIsTheSmallestHundredthThatLeavesEnough(Random random) {
    for (int round = 0; round < 5; round++) {
      TokenLayout clip = TokenLayout.video(0, 4, 3, 3, false, 0);
      Matrix states = SignalDraw.normal(random, 36, 6);
      Frames frames = Frames.of("test", clip);
      List<Matrix> cosines =
          Arrays.stream(frames.members()).map(f -> Kernels.cosine(states.selectRows(f))).toList();
      TwoStepComponents steps = new TwoStepComponents(frames, cosines, new VectorLikeness(states));
      for (int k : new int[] {2, 9, 20, 35}) {
        double tau = steps.threshold(k);
        assertTrue(steps.joined(tau).size() >= k);
        assertTrue(tau == 0 || steps.joined(tau - 0.01).size() < k, tau + " for " + k);
      }
    }
  }

  @Test
  void weightsOfARowAddUpToOne(Random random) {
    TokenLayout clip = TokenLayout.video(1, 4, 4, 4, false, 1);
    PruneResult result = method().plan(stage(), SignalDraw.of(clip, random), new Budget.Total(9));
    int[] offsets = result.plan().rows().offsets();
    for (int row = 0; row < offsets.length - 1; row++) {
      double sum = 0;
      for (int i = offsets[row]; i < offsets[row + 1]; i++) {
        sum += result.plan().rows().weights()[i];
      }
      assertEquals(1, sum, 1e-5);
    }
  }

  /** Sums of products are products of sums. */
  @Test
  void summedLikenessIsThatOfTheVectors(Random random) {
    for (int n : new int[] {1, 2, 31, 130}) {
      Matrix states = SignalDraw.normal(random, n, 9);
      MixLikeness vectors = new VectorLikeness(states);
      MixLikeness sums = new SummedLikeness(Kernels.cosine(states), Kernels.clampedNorms(states));
      TokenMixes mixes = TokenMixes.of(n);
      for (double above : new double[] {0.8, 0.5, -1}) {
        mixes = mixes.means(vectors.components(mixes, above));
        assertArrayEquals(vectors.among(mixes).data(), sums.among(mixes).data(), 2e-6f);
        assertArrayEquals(vectors.nearest(mixes), sums.nearest(mixes), n + " above " + above);
      }
    }
  }
}
