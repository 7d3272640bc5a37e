package io.qcpruner.media.internal.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColorScaleTest {

  /** Larger values are lighter, so that a heat map is readable in grey. */
  @ParameterizedTest
  @EnumSource(ColorScale.class)
  void lightnessRisesWithTheValue(ColorScale scale) {
    double before = -1;
    for (int i = 0; i <= 100; i++) {
      double light = lightness(scale.rgb(i / 100.0));
      assertTrue(light >= before, scale + " at " + i);
      before = light;
    }
    assertEquals(scale.rgb(0), scale.rgb(-3));
    assertEquals(scale.rgb(1), scale.rgb(7));
  }

  private static double lightness(int rgb) {
    return 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
  }
}
