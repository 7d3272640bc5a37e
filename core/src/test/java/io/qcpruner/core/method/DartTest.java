package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the in-decoder baselines, section 4. */
class DartTest extends SequenceContract {

  private static final Stage HOOK = new Stage.AfterLayer(1);

  @Override
  protected Pruner method() {
    return new Dart(Dart.Parameters.defaults(1));
  }

  /** Pivots choose in the order of their places, and picks leave the pool. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  @Test
  void pivotsFollowTheirTokens(Random random) {
    ArraySignals signals = draw(SIZE, random);
    int[] order = shuffled(SIZE, random);
    int[] after = Indices.gather(order, plan(reordered(signals, order), 4).trace().order());
    assertArrayEquals(plan(signals, 4).trace().order(), after);
  }

  private static Dart onePivotEach(Dart.Count count) {
    return new Dart(new Dart.Parameters(1, 1, 1, count, Dart.PivotOrder.ASCENDING, false));
  }

  private static ArraySignals example(int prefix) {
    String before = "(0,0,0,0) ".repeat(prefix);
    return ArraySignals.of(TokenLayout.simple(prefix, 6, 6, 2))
        .with(
            Signal.KEYS,
            Rows.matrix(
                before
                    + "(1,-1,0,0) (2,-2,1,0) (.5,.5,.5,.5) (1,1,1,-.5) (0,0,.5,0) (-1,.5,0,1)"
                    + " (.5,.5,0,0) (1,-1,1,-1)"))
        .with(
            Signal.NORMED_STATES,
            Rows.matrix(
                before
                    + "(1,0,0,0) (1,1,0,0) (0,1,0,0) (-1,0,1,0) (0,0,1,0) (.5,-1,0,1)"
                    + " (0,0,1,1) (1,0,-1,.5)"))
        .build();
  }

  @Test
  void workedExample() {
    Dart exact = onePivotEach(Dart.Count.EXACT);
    PruneResult three = exact.plan(HOOK, example(0), new Budget.Total(3));
    assertArrayEquals(new int[] {1, 3, 4}, three.trace().order());
    PruneResult four = exact.plan(HOOK, example(0), new Budget.Total(4));
    assertArrayEquals(new int[] {1, 3, 4, 5}, four.trace().kept());
    PruneResult one = exact.plan(HOOK, example(0), new Budget.Total(1));
    assertArrayEquals(new int[] {1}, one.trace().kept());
    PruneResult official =
        onePivotEach(Dart.Count.OFFICIAL).plan(HOOK, example(0), new Budget.Total(4));
    assertEquals(5, official.trace().counts().patch());
    assertEquals("DART (official count)", official.trace().label());
  }

  @Test
  void textPivotFirstPicksOtherPatches() {
    Dart method =
        new Dart(new Dart.Parameters(1, 1, 1, Dart.Count.EXACT, Dart.PivotOrder.PYTHON_SET, false));
    // one prefix row puts the text pivot at row 8, slot 0 of the set, before the image pivot
    PruneResult three = method.plan(HOOK, example(1), new Budget.Total(3));
    assertArrayEquals(new int[] {1, 3, 5}, three.trace().order());
  }

  @Test
  void setOrderIsThatOfCPython() {
    assertArrayEquals(
        new int[] {640, 100, 615, 40, 300, 652, 620, 500},
        SetOrder.of(new int[] {500, 40, 300, 100, 652, 615, 640, 620}));
  }

  @ParameterizedTest
  @CsvSource({
    "576, 128, 132",
    "576, 64, 68",
    "576, 32, 36",
    "2880, 640, 644",
    "2880, 320, 324",
    "2880, 160, 164",
    "1296, 512, 516",
    "1296, 256, 260",
    "1296, 128, 132"
  })
  void officialCountHasASurplus(int patches, int tokens, int kept) {
    Dart official =
        new Dart(
            new Dart.Parameters(1, 4, 4, Dart.Count.OFFICIAL, Dart.PivotOrder.PYTHON_SET, false));
    ArraySignals signals = SignalDraw.of(TokenLayout.simple(2, patches, 24, 9), new Random(1));
    assertEquals(
        kept, official.plan(HOOK, signals, new Budget.Total(tokens)).trace().counts().patch());
    assertEquals(
        tokens, method().plan(HOOK, signals, new Budget.Total(tokens)).trace().counts().patch());
  }

  @Test
  void officialRatioIsCutNotRounded() {
    Dart official =
        new Dart(
            new Dart.Parameters(1, 4, 4, Dart.Count.OFFICIAL, Dart.PivotOrder.ASCENDING, false));
    ArraySignals signals = SignalDraw.of(TokenLayout.simple(2, 1296, 36, 9), new Random(2));
    PruneResult result = official.plan(HOOK, signals, new Budget.Ratio(1 - 0.605));
    assertEquals(508, result.trace().counts().patch());
  }

  @Test
  void newlinesCanBeCandidates() {
    Dart method =
        new Dart(new Dart.Parameters(1, 4, 4, Dart.Count.EXACT, Dart.PivotOrder.ASCENDING, true));
    assertTrue(method.newlinesAreCandidates());
    TokenLayout layout = TokenLayout.video(1, 1, 3, 3, true, 4).withNewlinesAsPatches();
    assertEquals(12, layout.candidates().length);
  }

  @Test
  void badParametersAreNamed() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Dart.Parameters(1, 0, 4, Dart.Count.EXACT, Dart.PivotOrder.ASCENDING, false));
    assertTrue(e.getMessage().contains("0"), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Dart.Parameters.defaults(-1));
  }
}
