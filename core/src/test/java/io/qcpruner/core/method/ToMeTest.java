package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that merge layer by layer inside the tower. */
class ToMeTest extends TileContract {

  private static final int LAYERS = 8;

  /** The budget whose groups the drawn signals hold. */
  private static final int DRAWN = 9;

  @Override
  protected Pruner method() {
    return new ToMe(new ToMe.Parameters(LAYERS, true));
  }

  /** Pairs are even and odd places, whatever they show. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  @Override
  protected ArraySignals draw(int n, Random random) {
    return merged(super.draw(n, random), DRAWN);
  }

  @Override
  protected ArraySignals draw(Matrix features, Random random) {
    return merged(super.draw(features, random), DRAWN);
  }

  @Override
  protected ArraySignals reordered(ArraySignals signals, int[] order) {
    return merged(super.reordered(signals, order), DRAWN);
  }

  @Override
  protected PruneResult plan(Signals signals, int k) {
    return super.plan(k == DRAWN ? signals : merged((ArraySignals) signals, k), k);
  }

  /** With the groups that a tower leaves whose rows and keys are the same in every layer. */
  private ArraySignals merged(ArraySignals signals, int k) {
    VisionLayout vision = signals.vision();
    Optional<TowerMerging> merging = method().towerMerging(vision, new Budget.Total(k));
    int[] rowOf = IntStream.range(0, vision.rowsPerView()).toArray();
    Matrix rows = signals.get(Signal.TOWER_STATES);
    int[] sizes = new int[rowOf.length];
    Arrays.fill(sizes, 1);
    for (int l = 0; merging.isPresent() && l < LAYERS; l++) {
      if (merging.get().actsAt(l)) {
        RowMap map = merging.get().merge(l, rows, sizes, 1).get(0);
        rows = Rows.apply(map, rows);
        int[] to = targets(map, sizes.length);
        rowOf = Arrays.stream(rowOf).map(r -> to[r]).toArray();
        sizes = counts(rowOf, map.size());
      }
    }
    int[] first = new int[sizes.length];
    Matrix groups = Matrix.zeros(1, vision.patches());
    Arrays.fill(first, -1);
    for (int r = 1; r < rowOf.length; r++) {
      first[rowOf[r]] = first[rowOf[r]] < 0 ? r - 1 : first[rowOf[r]];
      groups.data()[r - 1] = first[rowOf[r]];
    }
    return signals.toBuilder().with(Signal.TOWER_GROUPS, groups).build();
  }

  private static int[] targets(RowMap map, int rows) {
    int[] to = new int[rows];
    for (int row = 0; row < map.size(); row++) {
      for (int s = map.offsets()[row]; s < map.offsets()[row + 1]; s++) {
        to[map.sources()[s]] = row;
      }
    }
    return to;
  }

  private static int[] counts(int[] rowOf, int rows) {
    int[] counts = new int[rows];
    Arrays.stream(rowOf).forEach(r -> counts[r]++);
    return counts;
  }

  @ParameterizedTest
  @CsvSource({
    "576, 192, 23, 17, 16",
    "576, 128, 23, 20, 19",
    "576, 64, 23, 23, 22",
    "576, 32, 23, 24, 23"
  })
  void rowsGoEvenlyFromAllLayers(int patches, int kept, int layers, int first, int last) {
    int[] rows = ToMe.rowsPerLayer(patches, kept, layers);
    assertEquals(patches - kept, Arrays.stream(rows).sum());
    assertEquals(first, rows[0]);
    assertEquals(last, rows[layers - 1]);
  }

  @Test
  void halvesAreEnoughForAnyReachableBudget() {
    for (int patches : new int[] {2, 5, 16, 37, 576}) {
      for (int layers : new int[] {1, 2, 5, 23}) {
        for (int kept = 1; kept < patches; kept++) {
          int wanted = kept;
          int fewest = patches;
          for (int l = 0; l < layers; l++) {
            fewest -= fewest / 2;
          }
          if (kept < fewest) {
            int n = patches;
            assertThrows(PruningRefusedException.class, () -> ToMe.rowsPerLayer(n, wanted, layers));
            continue;
          }
          int left = patches;
          for (int r : ToMe.rowsPerLayer(patches, wanted, layers)) {
            assertTrue(r >= 0 && r <= left / 2, patches + " to " + kept + " in " + layers);
            left -= r;
          }
          assertEquals(kept, left);
        }
      }
    }
  }

  @Test
  void theWorkedExample() {
    Matrix metric =
        Matrix.of(
            Rows.row("1 1"),
            Rows.row("1 0"),
            Rows.row("2 .1"),
            Rows.row("0 1"),
            Rows.row(".2 1"),
            Rows.row("1 1"),
            Rows.row("-1 .5"));
    Matrix x =
        Matrix.of(
            Rows.row("9 9"),
            Rows.row("1 2"),
            Rows.row("3 0"),
            Rows.row("0 1"),
            Rows.row("2 2"),
            Rows.row("4 -2"),
            Rows.row("-1 1"));
    RowMap map =
        new MatchingMerge(new int[] {2}, true, true)
            .merge(0, metric, new int[] {1, 1, 2, 1, 1, 1, 1}, 1)
            .get(0);
    float[] expected = {9, 9, -1, 1, 2.333333f, .666667f, 1, 1.5f, 4, -2};
    assertArrayEquals(expected, Rows.apply(map, x).data(), 1e-5f);
  }
}
