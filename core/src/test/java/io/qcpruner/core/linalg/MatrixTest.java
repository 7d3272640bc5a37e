package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MatrixTest {

  private final Matrix m = Matrix.of(new float[] {1, 2, 3}, new float[] {4, 5, 6});

  @Test
  void partsAreThoseOfTheRows() {
    assertEquals(6, m.get(1, 2));
    assertArrayEquals(new float[] {4, 5, 6}, m.row(1));
    assertArrayEquals(new float[] {4, 5, 6, 1, 2, 3}, m.selectRows(new int[] {1, 0}).data());
    assertArrayEquals(new float[] {2, 3, 5, 6}, m.columns(1, 3).data());
    assertEquals(0, m.columns(3, 3).cols());
    assertArrayEquals(new float[] {4, 5, 6}, m.rows(1, 2).data());
    assertEquals(0, m.rows(2, 2).rows());
    assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, m.transposed().data());
    assertEquals(3, m.transposed().rows());
  }

  @Test
  void whatIsNotThereIsRefused() {
    for (int[] bad : new int[][] {{-1, 1}, {2, 1}, {0, 4}}) {
      assertThrows(IllegalArgumentException.class, () -> m.columns(bad[0], bad[1]));
      assertThrows(IllegalArgumentException.class, () -> m.rows(bad[0], bad[1]));
    }
    assertThrows(
        IllegalArgumentException.class, () -> Matrix.of(new float[] {1}, new float[] {1, 2}));
    assertThrows(IllegalArgumentException.class, () -> new Matrix(new float[3], 2, 2));
    assertThrows(IllegalArgumentException.class, () -> new Matrix(new float[0], -1, 0));
  }

  @Test
  void theFirstBadValueIsNamed() {
    assertSame(m, m.requireFinite("features"));
    m.data()[4] = Float.NaN;
    String message =
        assertThrows(IllegalArgumentException.class, () -> m.requireFinite("features"))
            .getMessage();
    assertEquals("features row 1, column 1 is NaN", message);
  }

  /** Minus zero and zero are one score, so the lower index comes first. */
  @Test
  void zerosOfBothSignsAreOneScore() {
    assertEquals(ScoreKey.of(0f, 3), ScoreKey.of(-0f, 3));
    assertEquals(0, Float.floatToRawIntBits(ScoreKey.score(ScoreKey.of(-0f, 3))));
    assertEquals(3, ScoreKey.index(ScoreKey.of(-2.5f, 3)));
    assertEquals(-2.5f, ScoreKey.score(ScoreKey.of(-2.5f, 3)));
  }
}
