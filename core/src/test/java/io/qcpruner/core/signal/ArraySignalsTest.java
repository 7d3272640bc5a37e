package io.qcpruner.core.signal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import org.junit.jupiter.api.Test;

class ArraySignalsTest {

  private static final TokenLayout LAYOUT = TokenLayout.simple(1, 3, 3, 2);

  @Test
  void rowsAreGatheredFromFullTables() {
    ArraySignals signals =
        ArraySignals.of(LAYOUT)
            .withRows(
                Signal.ATTENTION,
                new int[] {4, 5},
                Matrix.of(new float[] {1, 2, 3}, new float[] {4, 5, 6}))
            .with(
                Signal.VISUAL_COSINE,
                new float[] {1, .1f, .2f},
                new float[] {.1f, 1, .3f},
                new float[] {.2f, .3f, 1})
            .anchorRows(5)
            .build();
    assertArrayEquals(new float[] {4, 5, 6}, signals.attention(new int[] {5}).row(0));
    assertArrayEquals(new float[] {1, .2f, .2f, 1}, signals.visualCosine(new int[] {0, 2}).data());
    assertArrayEquals(new int[] {5}, signals.anchorRows());
    assertEquals(3, signals.unprunedCandidates());
    assertEquals(9, signals.toBuilder().unprunedCandidates(9).build().unprunedCandidates());
  }

  @Test
  void missingSignalsAreNamed() {
    ArraySignals signals = ArraySignals.of(LAYOUT).build();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> signals.get(Signal.KEYS));
    assertTrue(e.getMessage().contains("KEYS"), e.getMessage());
    assertThrows(IllegalArgumentException.class, signals::vision);
    ArraySignals tower = ArraySignals.of(VisionLayout.single(2, 2, true)).build();
    assertThrows(IllegalArgumentException.class, tower::layout);
  }

  @Test
  void rowsAndValuesMustMatch() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ArraySignals.of(LAYOUT)
                .withRows(Signal.ATTENTION, new int[] {4, 5}, Matrix.zeros(1, 3)));
  }

  @Test
  void towerRowsAreNumberedViewByView() {
    VisionLayout vision = VisionLayout.anyRes(5, 3, true, 2, 2);
    assertEquals(5, vision.views());
    assertEquals(50, vision.towerRows());
    assertEquals(10 + 1 + 4, vision.towerRow(1, 4));
    assertEquals(20, vision.classTowerRow(2));
    assertEquals(-1, vision.patchNumber(20));
    assertEquals(9 + 4, vision.patchNumber(15));
    assertEquals(50, vision.newlineSource());
    assertThrows(
        IllegalArgumentException.class, () -> VisionLayout.single(2, 2, false).classTowerRow(0));
    assertThrows(IllegalArgumentException.class, () -> VisionLayout.single(0, 2, false));
  }
}
