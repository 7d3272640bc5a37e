package io.qcpruner.core.utility;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import org.junit.jupiter.api.Test;

/** The formulas of the paper's utility section. */
class UtilityTest {

  private static final Matrix COSINE = Matrix.of(new float[] {.1f, .5f, -.2f, .3f});
  private static final Matrix ALIGN =
      Matrix.of(new float[] {4, 1, 0, 2}, new float[] {-1, 3, 0, 2});

  @Test
  void normKeepsEpsilonInTheDenominator() {
    float[] norm = MinMax.norm(new float[] {1, 2, 3});
    assertArrayEquals(new float[] {0, 1 / (2 + 1e-6f), 2 / (2 + 1e-6f)}, norm, 1e-7f);
    assertTrue(norm[2] < 1);
    assertArrayEquals(new float[] {0, 0}, MinMax.norm(new float[] {7, 7}));
  }

  @Test
  void stretchReachesOne() {
    assertArrayEquals(new float[] {0, .5f, 1}, MinMax.stretch(new float[] {1, 2, 3}));
    assertArrayEquals(new float[] {0, 0}, MinMax.stretch(new float[] {7, 7}));
  }

  @Test
  void fusionAveragesNormalisedCuesAndNormalisesAgain() {
    Utility u = Utility.of(COSINE, ALIGN, Cues.FUSED);
    assertArrayEquals(new float[] {4, 3, 0, 2}, u.cueAlign());
    float[] mean = {(3f / 7 + 1) / 2, (1 + .75f) / 2, 0, (5f / 7 + .5f) / 2};
    float max = mean[1];
    float[] expected = {mean[0] / max, 1, 0, mean[3] / max};
    assertArrayEquals(expected, u.utility(), 1e-5f);
  }

  @Test
  void singleCues() {
    Utility similarity = Utility.of(COSINE, null, Cues.SIMILARITY);
    assertArrayEquals(new float[] {3f / 7, 1, 0, 5f / 7}, similarity.utility(), 1e-5f);
    assertEquals(0, similarity.cueAlign().length);
    Utility alignment = Utility.of(null, ALIGN, Cues.ALIGNMENT);
    assertArrayEquals(new float[] {1, .75f, 0, .5f}, alignment.utility(), 1e-5f);
  }

  @Test
  void framesAreNormalisedAmongThemselves() {
    Utility second = Utility.of(COSINE, ALIGN, Cues.FUSED, 2, 4);
    assertArrayEquals(new float[] {0, 1}, second.utility(), 1e-5f);
  }

  @Test
  void floorContractsAndKeepsTheOrder() {
    float[] u = {0, .5f, 1};
    assertArrayEquals(u, Utility.floor(u, 0));
    assertArrayEquals(new float[] {.4f, .7f, 1}, Utility.floor(u, .4f), 1e-6f);
    assertArrayEquals(new float[] {1, 1, 1}, Utility.floor(u, 1));
  }

  @Test
  void mistakesAreNamed() {
    refused("rho", () -> Utility.floor(new float[1], -0.1f));
    refused("rho", () -> Utility.floor(new float[1], Float.NaN));
    refused("no anchor row", () -> Utility.of(Matrix.zeros(0, 4), ALIGN, Cues.FUSED));
    refused("4 tokens", () -> Utility.of(COSINE, Matrix.zeros(1, 3), Cues.FUSED));
    refused(
        "anchor cosine row 0, column 1 is NaN",
        () -> Utility.of(Matrix.of(new float[] {0, Float.NaN}), null, Cues.SIMILARITY));
  }

  private static void refused(String part, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
