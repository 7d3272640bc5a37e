package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.TileContract;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merging, thresholds and trimmed caches. */
class MustDropTest extends TileContract {

  private static MustDrop of(int nominal, Optional<Double> global, Optional<Double> individual) {
    return new MustDrop(
        new MustDrop.Parameters(List.of(2, 6, 10, 14), 23, nominal, global, individual, true));
  }

  @Override
  protected Pruner method() {
    return of(SIZE, Optional.empty(), Optional.empty());
  }

  /** Behind the tower one row a group stays; the drawn rows were not merged. */
  @Override
  protected int expected(int n, int k) {
    return n;
  }

  @Test
  void patchesThatShareARowBecomeOne(Random random) {
    Matrix groups = Matrix.zeros(1, SIZE);
    for (int i = 0; i < SIZE; i++) {
      groups.data()[i] = i < 9 ? 0 : i;
    }
    ArraySignals signals = draw(SIZE, random).toBuilder().with(Signal.TOWER_GROUPS, groups).build();
    PruneResult result = plan(signals, 5);
    assertEquals(SIZE - 8, result.plan().rows().size());
    assertEquals(1, result.plan().count(TokenKind.MERGED));
    assertArrayEquals(new int[] {0}, result.trace().merged());
    assertTrue(
        result
            .trace()
            .notes()
            .contains("thresholds decide how many rows are kept, not the budget"));
  }

  /** The worked example of the specification: patch 4 is kept by its class attention alone. */
  @ParameterizedTest
  @CsvSource({"0.05, 0 1 3 4", "0.1, 0 3 4"})
  void patchesBelowBothThresholdsGo(double global, String kept) {
    Matrix groups = Matrix.of(Rows.row("0 1 2 3 4 5"));
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(1, 6, 6, 2))
            .vision(VisionLayout.single(1, 6, true))
            .withRows(
                Signal.ATTENTION,
                new int[] {7, 8},
                Matrix.of(
                    Rows.row(".020 .004 .0004 .010 .0002 .0014"),
                    Rows.row(".030 .002 .0003 .001 .0001 .0016")))
            .with(Signal.TOWER_GROUPS, groups)
            .with(Signal.LAYER_CLASS_ATTENTION, 23, Matrix.of(Rows.row("1 2 3 4 9 5")))
            .build();
    PruneResult result =
        of(6, Optional.of(global), Optional.of(0.005))
            .plan(new Stage.AfterLayer(2), signals, new Budget.Total(3));
    int[] expected = Arrays.stream(kept.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertArrayEquals(expected, result.trace().kept());
  }

  @Test
  void windowsOfABorderStay() {
    Matrix rows = Matrix.zeros(1 + 4 * 5, 2);
    Arrays.fill(rows.data(), 1f);
    int[] sizes = new int[rows.rows()];
    Arrays.fill(sizes, 1);
    RowMap map = new WindowMerge(4, 5, 0.8).merge(0, rows, sizes, 1).get(0);
    assertEquals(rows.rows() - 8, map.size(), "one window of nine in 4 x 5 patches");
    assertEquals(9, map.offsets()[2] - map.offsets()[1]);
  }

  @Test
  void cachesAreTrimmedUnlessTheyStayWhole() {
    assertEquals(OptionalInt.of(2), method().cachesTrimmedFrom());
    MustDrop whole =
        new MustDrop(
            new MustDrop.Parameters(
                List.of(2), 23, SIZE, Optional.empty(), Optional.empty(), false));
    assertTrue(whole.cachesTrimmedFrom().isEmpty());
    assertFalse(whole.label().equals(method().label()));
  }
}
