package io.qcpruner.contracts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What every method promises, whatever it computes. Extend {@link SequenceContract} for a method on
 * the decoder's sequence, {@link TileContract} for one on the vision tower's output.
 */
@ExtendWith(Seeded.class)
public abstract class PrunerContract {

  protected static final int SIZE = 36;

  protected abstract Pruner method();

  /** Random signals for n candidates. */
  protected abstract ArraySignals draw(int n, Random random);

  /** Signals for n candidates whose features are the given [n, 8] rows. */
  protected abstract ArraySignals draw(Matrix features, Random random);

  /** The same signals with candidates reordered: new candidate i is old candidate order[i]. */
  protected abstract ArraySignals reordered(ArraySignals signals, int[] order);

  /** Rows that count against the budget; methods with another count say so here. */
  protected int expected(int n, int k) {
    return k;
  }

  /** Whether the kept set follows its tokens when candidates are reordered. */
  protected boolean followsTokens() {
    return true;
  }

  /** Smallest number of candidates the method prunes at all. */
  protected int smallest() {
    return 2;
  }

  protected Stage stage() {
    return method().stages().get(0);
  }

  protected PruneResult plan(Signals signals, int k) {
    return method().plan(stage(), signals, new Budget.Total(k));
  }

  @Test
  void keepsTheBudgetInAscendingOrder(Random random) {
    for (int k : new int[] {1, 2, 7, SIZE / 2, SIZE - 1}) {
      PruneResult result = plan(draw(SIZE, random), k);
      int[] kept = result.trace().kept();
      for (int i = 1; i < kept.length; i++) {
        assertTrue(kept[i - 1] < kept[i], "not ascending: " + Arrays.toString(kept));
      }
      assertTrue(kept.length == 0 || kept[0] >= 0 && kept[kept.length - 1] < SIZE);
      assertEquals(expected(SIZE, k), result.trace().counts().budgeted(), "K = " + k);
      assertEquals(SIZE, result.trace().candidates());
      assertFalse(result.plan().unchanged());
    }
  }

  @Test
  void orderHoldsTheKeptCandidates(Random random) {
    PruneResult result = plan(draw(SIZE, random), 9);
    assertArrayEquals(result.trace().kept(), sorted(result.trace().order()));
  }

  @Test
  void largeBudgetsChangeNothing(Random random) {
    for (int n : new int[] {1, 2, SIZE}) {
      for (int k : new int[] {n, n + 1, 10 * n}) {
        PruneResult result = plan(draw(n, random), k);
        assertTrue(result.plan().unchanged(), "N = " + n + ", K = " + k);
        assertArrayEquals(range(n), result.trace().kept());
        assertTrue(result.plan().rows().isSelection());
      }
    }
  }

  @Test
  void prunesTheSmallestSequence(Random random) {
    int n = smallest();
    assertEquals(expected(n, 1), plan(draw(n, random), 1).trace().counts().budgeted());
  }

  @Test
  void repeatsOnAnyThread(Random random) {
    Signals signals = draw(SIZE, random);
    String once = describe(plan(signals, 10));
    List<String> many =
        IntStream.range(0, 16).parallel().mapToObj(i -> describe(plan(signals, 10))).toList();
    many.forEach(text -> assertEquals(once, text));
  }

  @Test
  void keptSetFollowsItsTokens(Random random) {
    ArraySignals signals = draw(SIZE, random);
    int[] order = shuffled(SIZE, random);
    int[] before = plan(signals, 10).trace().kept();
    int[] moved = plan(reordered(signals, order), 10).trace().kept();
    int[] after = Arrays.stream(moved).map(i -> order[i]).toArray();
    if (followsTokens()) {
      assertArrayEquals(before, sorted(after));
    } else {
      assertEquals(before.length, after.length);
    }
  }

  @Test
  void acceptsDuplicatesAndZeros(Random random) {
    Matrix same = Matrix.zeros(SIZE, 8);
    Arrays.fill(same.data(), 0.5f);
    Matrix pairs = SignalDraw.normal(random, SIZE, 8);
    for (int i = 1; i < SIZE; i += 2) {
      System.arraycopy(pairs.data(), pairs.offset(i - 1), pairs.data(), pairs.offset(i), 8);
    }
    for (Matrix features : List.of(same, pairs, Matrix.zeros(SIZE, 8))) {
      for (int k : new int[] {1, 9, SIZE - 1}) {
        PruneResult result = plan(draw(features, random), k);
        assertEquals(expected(SIZE, k), result.trace().counts().budgeted());
        assertEquals(
            result.trace().kept().length, Arrays.stream(result.trace().kept()).distinct().count());
      }
    }
  }

  @Test
  void refusesNotANumberAndNamesTheRow(Random random) {
    for (Signal signal : method().needs(stage())) {
      ArraySignals.Builder poisoned = draw(SIZE, random).toBuilder();
      Matrix bad = draw(SIZE, random).get(signal);
      for (int r = 0; r < bad.rows(); r++) {
        bad.data()[bad.offset(r) + 1] = Float.NaN;
      }
      Signals signals = poisoned.with(signal, bad).build();
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> plan(signals, 9), signal.name());
      assertTrue(e.getMessage().matches(".*row \\d+, column 1 is NaN"), e.getMessage());
    }
  }

  @Test
  void asksOnlyForDeclaredSignals(Random random) {
    ArraySignals all = draw(SIZE, random);
    ArraySignals.Builder declared = all.toBuilder();
    for (Signal signal : Signal.values()) {
      if (!method().needs(stage()).contains(signal)) {
        declared.without(signal);
      }
    }
    assertEquals(describe(plan(all, 9)), describe(plan(declared.build(), 9)));
  }

  @Test
  void refusesOtherStages(Random random) {
    Signals signals = draw(SIZE, random);
    Stage elsewhere = new Stage.AfterLayer(99);
    assertThrows(
        IllegalArgumentException.class,
        () -> method().plan(elsewhere, signals, new Budget.Total(3)));
  }

  @Test
  void saysWhatItIs(Random random) {
    Pruner method = method();
    assertTrue(Methods.names().contains(method.name()));
    assertFalse(method.label().isBlank());
    assertFalse(method.source().paper().isBlank());
    assertFalse(method.source().code().isBlank());
    String line = plan(draw(SIZE, random), 5).trace().summary();
    assertTrue(line.startsWith(method.label()) && line.contains("asked 5"), line);
  }

  /** Everything a plan decides, as text. */
  public static String describe(PruneResult result) {
    return Arrays.toString(result.plan().rows().sources())
        + Arrays.toString(result.plan().rows().weights())
        + Arrays.toString(result.plan().kinds())
        + Arrays.toString(result.trace().order())
        + Arrays.toString(result.trace().gains());
  }

  protected static int[] shuffled(int n, Random random) {
    int[] out = range(n);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int t = out[i];
      out[i] = out[j];
      out[j] = t;
    }
    return out;
  }

  static int[] range(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static int[] sorted(int[] indices) {
    return Arrays.stream(indices).sorted().toArray();
  }
}
