package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import java.util.List;
import org.junit.jupiter.api.Test;

class UniformGridPrunerTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new UniformGridPruner(ControlPlace.BEFORE_DECODER);
  }

  /** It looks at places, not tokens. */
  @Override
  protected boolean followsTokens() {
    return false;
  }

  @Test
  void aSquareBudgetIsALattice() {
    ArraySignals signals = ArraySignals.of(TokenLayout.simple(1, 36, 6, 1)).build();
    assertArrayEquals(
        new int[] {7, 9, 11, 19, 21, 23, 31, 33, 35}, plan(signals, 9).trace().kept());
    assertArrayEquals(new int[] {21}, plan(signals, 1).trace().kept());
  }

  @Test
  void takesALayer() {
    Pruner deep =
        Methods.create(
            MethodSpec.parse("uniform:layer=5"), PublishedBackbone.LLAVA_1_5.facts(32, 576));
    assertEquals(List.of(new Stage.AfterLayer(5)), deep.stages());
    assertEquals("layer=5", deep.settings().toString());
  }

  @Test
  void everyBudgetIsMetExactlyOnAnyGrid() {
    for (int width : new int[] {1, 2, 5, 7, 24}) {
      ArraySignals signals = ArraySignals.of(TokenLayout.simple(1, 47, width, 1)).build();
      for (int k = 1; k < 47; k++) {
        assertEquals(
            k, method().plan(stage(), signals, new Budget.Total(k)).trace().counts().patch());
      }
    }
  }
}
