package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.StaticWindows.Window;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the video methods, section 1. */
class HoliTomTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new HoliTom(HoliTom.Parameters.defaults(1));
  }

  /** One frame: nothing is shared, and the budget is met. */
  @Override
  protected TokenLayout layout(int n) {
    return TokenLayout.video(3, 1, n, 1, false, 5);
  }

  private static List<Window> windows(float[][] cosine, int places, double above) {
    return new StaticWindows(cosine, places, above).best();
  }

  @Test
  void windowsOfTheSpecification() {
    float[][] cosine = {{.95f, .9f, .85f, .5f}, {.9f, .85f, .3f, .9f}, {.2f, .9f, .1f, .3f}};
    List<Window> best = windows(cosine, 4, 0.8);
    assertEquals(2, best.size());
    assertEquals(2, best.get(0).last());
    assertArrayEquals(new int[] {0, 1}, best.get(0).places());
    assertEquals(1, best.get(1).length());
    assertEquals(0, best.get(1).places().length);
    assertEquals(4, StaticWindows.saved(best));
  }

  @Test
  void windowsSaveAsMuchAsTheBestOfAllCuts(Random random) {
    for (int round = 0; round < 200; round++) {
      int frames = 1 + random.nextInt(8);
      int places = 1 + random.nextInt(5);
      float[][] cosine = new float[frames - 1][places];
      for (float[] row : cosine) {
        for (int i = 0; i < places; i++) {
          row[i] = random.nextFloat();
        }
      }
      List<Window> best = windows(cosine, places, 0.4);
      assertEquals(mostSaved(cosine, places, frames), StaticWindows.saved(best));
      int next = 0;
      for (Window window : best) {
        assertEquals(next, window.first());
        next = window.last() + 1;
      }
      assertEquals(frames, next);
    }
  }

  /** Every way to cut, one after another. */
  private static long mostSaved(float[][] cosine, int places, int frames) {
    long most = 0;
    for (int cut = 0; cut < 1 << frames - 1; cut++) {
      long saved = 0;
      for (int first = 0; first < frames; ) {
        int last = first;
        while (last < frames - 1 && (cut >> last & 1) == 0) {
          last++;
        }
        for (int i = 0; i < places; i++) {
          boolean same = true;
          for (int f = first; f < last; f++) {
            same &= cosine[f][i] > 0.4f;
          }
          saved += same ? last - first : 0;
        }
        first = last + 1;
      }
      most = Math.max(most, saved);
    }
    return most;
  }

  /** The cosines of the specification's example, made by turning one token a place. */
  private static ArraySignals example() {
    double[][] cosine = {{.95, .9, .85, .5}, {.9, .85, .3, .9}, {.2, .9, .1, .3}};
    Matrix states = Matrix.zeros(16, 2);
    for (int i = 0; i < 4; i++) {
      double angle = 0;
      for (int f = 0; f < 4; f++) {
        angle += f == 0 ? 0 : Math.acos(cosine[f - 1][i]);
        states.data()[2 * (4 * f + i)] = (float) Math.cos(angle);
        states.data()[2 * (4 * f + i) + 1] = (float) Math.sin(angle);
      }
    }
    return ArraySignals.of(TokenLayout.video(1, 4, 2, 2, true, 1))
        .with(Signal.VISUAL_STATES, states)
        .with(
            Signal.FRAME_ATTENTION,
            Rows.row(".1 .2 .3 .4"),
            Rows.row(".1 .2 .3 .4"),
            Rows.row(".1 .2 .3 .4"),
            Rows.row(".4 .1 .2 .3"))
        .build();
  }

  @Test
  void countsOfTheSpecification() {
    PruneResult half = method().plan(stage(), example(), new Budget.Ratio(0.5));
    assertEquals(10, half.trace().counts().budgeted());
    assertEquals(1, half.plan().count(TokenKind.MERGED));
    PruneResult quarter = method().plan(stage(), example(), new Budget.Ratio(0.25));
    assertEquals(6, quarter.trace().counts().budgeted());
    assertEquals(8, quarter.plan().count(TokenKind.NEWLINE));
  }

  @Test
  void aSharedRowTakesItsPlaceInTheFirstFrameAndIsAMeanOverAll() {
    PruneResult half = method().plan(stage(), example(), new Budget.Ratio(0.5));
    int merged = half.trace().merged()[0];
    assertTrue(merged == 0 || merged == 1);
    float sum = 0;
    for (float weight : half.plan().rows().weights()) {
      sum += weight;
    }
    assertEquals(half.plan().rows().size(), sum, 1e-5f);
  }

  @Test
  void mergesInsideTheDecoderOneAfterAnother() {
    HoliTom method = new HoliTom(new HoliTom.Parameters(0.8, 0.5, 4, Newlines.ALL));
    Matrix states = Rows.matrix("(1,0) (0,1) (1,.2) (.9,.1)");
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(0, 4, 2, 1))
            .with(Signal.VISUAL_STATES, states)
            .withRows(Signal.ATTENTION, new int[] {4}, Rows.matrix("(.4,.3,.1,.2)"))
            .unprunedCandidates(99)
            .build();
    PruneResult result = method.plan(new Stage.AfterLayer(4), signals, new Budget.Total(8));
    assertArrayEquals(new int[] {0, 1, 4}, result.plan().rows().primarySources());
    Matrix all = Rows.matrix("(1,0) (0,1) (1,.2) (.9,.1) (7,7)");
    Matrix made = Rows.apply(result.plan(), all);
    assertArrayEquals(new float[] {.95f, .1f}, made.row(0), 1e-6f);
    assertArrayEquals(new float[] {0, 1}, made.row(1), 1e-6f);
  }

  @Test
  void aBudgetForEverythingChangesNothingInsideEither(Random random) {
    HoliTom method = new HoliTom(new HoliTom.Parameters(0.8, 0.5, 4, Newlines.ALL));
    ArraySignals signals = SignalDraw.of(TokenLayout.video(1, 3, 2, 2, true, 2), random);
    for (Stage stage : method.stages()) {
      assertTrue(method.plan(stage, signals, new Budget.Total(12)).plan().unchanged());
    }
  }

  @Test
  void whatIsTheSameEverywhereStaysOnceAtLeast() {
    Matrix same = Matrix.zeros(24, 3);
    Arrays.fill(same.data(), 1f);
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(1, 6, 2, 2, false, 1))
            .with(Signal.VISUAL_STATES, same)
            .with(Signal.FRAME_ATTENTION, Matrix.zeros(6, 4))
            .build();
    List<Integer> counts = new ArrayList<>();
    for (int k : new int[] {1, 2, 3, 4, 23}) {
      PruneResult result = method().plan(stage(), signals, new Budget.Total(k));
      counts.add(result.trace().counts().budgeted());
    }
    assertEquals(List.of(1, 2, 3, 4, 4), counts);
  }

  @Test
  void badParametersAreNamed() {
    for (double share : new double[] {-0.1, 1}) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new HoliTom.Parameters(0.8, share, 4, Newlines.ALL))
              .getMessage();
      assertTrue(message.contains(Double.toString(share)), message);
    }
  }
}
