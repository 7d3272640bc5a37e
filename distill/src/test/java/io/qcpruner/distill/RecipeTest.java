package io.qcpruner.distill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The parts of the recipe that need no encoder. */
class RecipeTest {

  @Test
  void weightsOfTheSpecification() {
    double[] weights = SifWeights.of(29525);
    assertEquals(0.00197016262, weights[0], 1e-10);
    assertEquals(0.00295233564, weights[1], 1e-10);
    assertEquals(0.00393257742, weights[2], 1e-10);
    assertEquals(0.0914679562, weights[100], 1e-9);
    assertEquals(0.496985165, weights[999], 1e-9);
    assertEquals(0.741554273, weights[2905], 1e-9);
    assertEquals(0.966824721, weights[29524], 1e-9);
  }

  @Test
  void componentsOfPointsOnALine() {
    float[][] rows = {{1, 2, 0}, {2, 4, 0}, {3, 6, 0}};
    Pca pca = Pca.fit(rows, 1);
    assertArrayEquals(new double[] {2, 4, 0}, pca.means(), 1e-12);
    assertEquals(1, pca.keptVariance(), 1e-12);
    assertArrayEquals(new double[] {-Math.sqrt(5)}, pca.project(rows[0]), 1e-12);
    assertArrayEquals(new double[] {Math.sqrt(5)}, pca.project(rows[2]), 1e-12);
  }

  @Test
  void halvesRoundToEven() {
    assertEquals((short) 0x3C00, Half.bits(1));
    assertEquals((short) 0xC000, Half.bits(-2));
    assertEquals((short) 0x3C00, Half.bits(1 + 0x1p-11));
    assertEquals((short) 0x3C02, Half.bits(1 + 3 * 0x1p-11));
    assertEquals((short) 0x0001, Half.bits(0x1p-24));
    assertEquals((short) 0x0000, Half.bits(0x1p-25));
    assertEquals((short) 0x0400, Half.bits(0x1p-14));
    assertEquals((short) 0x4000, Half.bits(2 - 0x1p-12));
    assertEquals((short) 0x7BFF, Half.bits(65504));
    assertEquals((short) 0x7C00, Half.bits(65520));
  }
}
