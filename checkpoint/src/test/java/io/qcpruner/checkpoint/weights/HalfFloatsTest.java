package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HalfFloatsTest {

  @Test
  void everyHalfSurvivesTheRoundTrip() {
    for (int bits = 0; bits < 0x10000; bits++) {
      float wide = HalfFloats.fromF16((short) bits);
      if (Float.isNaN(wide)) {
        assertTrue(Float.isNaN(HalfFloats.fromF16(HalfFloats.toF16(wide))));
      } else {
        assertEquals((short) bits, HalfFloats.toF16(wide), () -> "half " + wide);
      }
    }
  }

  @Test
  void everyBrainFloatSurvivesTheRoundTrip() {
    for (int bits = 0; bits < 0x10000; bits++) {
      float wide = HalfFloats.fromBf16((short) bits);
      if (Float.isNaN(wide)) {
        assertTrue(Float.isNaN(HalfFloats.fromBf16(HalfFloats.toBf16(wide))));
      } else {
        assertEquals((short) bits, HalfFloats.toBf16(wide), () -> "bf16 " + wide);
      }
    }
  }

  @Test
  void narrowingRoundsToTheNearestAndTiesToEven() {
    for (int bits = 0; bits < 0x7BFF; bits++) {
      float low = HalfFloats.fromF16((short) bits);
      float high = HalfFloats.fromF16((short) (bits + 1));
      float middle = (low + high) / 2;
      int even = bits % 2 == 0 ? bits : bits + 1;
      assertEquals((short) even, HalfFloats.toF16(middle));
      assertEquals((short) bits, HalfFloats.toF16(Math.nextDown(middle)));
      assertEquals((short) (bits + 1), HalfFloats.toF16(Math.nextUp(middle)));
    }
    assertEquals((short) 0x3F80, HalfFloats.toBf16(Float.intBitsToFloat(0x3F808000)));
    assertEquals((short) 0x3F82, HalfFloats.toBf16(Float.intBitsToFloat(0x3F818000)));
    assertEquals((short) 0x3F81, HalfFloats.toBf16(Float.intBitsToFloat(0x3F808001)));
  }

  @Test
  void overflowBecomesInfinity() {
    assertEquals((short) 0x7BFF, HalfFloats.toF16(65519.99f));
    assertEquals((short) 0x7C00, HalfFloats.toF16(65520f));
    assertEquals((short) 0xFC00, HalfFloats.toF16(Float.NEGATIVE_INFINITY));
  }
}
