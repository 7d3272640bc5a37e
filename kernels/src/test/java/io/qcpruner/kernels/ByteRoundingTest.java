package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Blocks that are turned, and weights as codes of 8 bits. */
@ExtendWith(Seeded.class)
class ByteRoundingTest {
  private static final int IN = 200;

  /** The sign of an entry: the parity of the bits that both indices have, and of those changed. */
  @Test
  void blocksAreTurnedByTheMatrix(Random random) {
    float[] x = NativeNumbers.gaussians(IN, random);
    float[] turned = BlockTurn.turned(x);
    assertEquals(256, turned.length);
    for (int i = 0; i < turned.length; i++) {
      double exact = 0;
      for (int k = i / 64 * 64; k < Math.min(IN, i / 64 * 64 + 64); k++) {
        int negative = Integer.bitCount(i & k & 63) + Integer.bitCount(k & k >> 1 & 0b010101);
        exact += negative % 2 == 0 ? x[k] : -x[k];
      }
      assertEquals(exact, turned[i], 1e-4);
    }
  }

  @Test
  void turningBackMultipliesBy64() {
    float[] x = new float[64];
    for (int i = 0; i < 64; i++) {
      x[i] = 64 - i;
    }
    float[] back = BlockTurn.back(BlockTurn.turned(x));
    for (int i = 0; i < 64; i++) {
      back[i] /= 64;
    }
    assertArrayEquals(x, back);
  }

  /** A mean, and a number that stands alone, are spread evenly. */
  @Test
  void nothingStaysInOnePlace(Random random) {
    float[] constant = new float[64];
    Arrays.fill(constant, 3);
    float[] alone = new float[64];
    alone[random.nextInt(64)] = 7;
    for (int i = 0; i < 64; i++) {
      assertEquals(3 * 8, Math.abs(BlockTurn.turned(constant)[i]));
      assertEquals(7, Math.abs(BlockTurn.turned(alone)[i]));
    }
  }

  @Test
  void turnedWeightsAreWithinHalfAStep(Random random) {
    float[] weights = NativeNumbers.gaussians(IN, random);
    CodeMatrix w = NativeNumbers.oneOutput(CodeBits.EIGHT, weights);
    float[] turned = BlockTurn.turned(weights);
    float step = 64 * w.factor(0);
    int most = 0;
    for (int i = 0; i < turned.length; i++) {
      assertEquals(turned[i], step * w.code(0, i), 0.501 * step);
      most = Math.max(most, Math.abs(w.code(0, i)));
    }
    assertEquals(127, most, "the largest weight takes the largest code");
  }

  /** One weight thirty times as large as the others: they keep most of their digits. */
  @Test
  void outliersDoNotDrownOtherWeights(Random random) {
    float[] weights = NativeNumbers.gaussians(IN, random);
    for (int i = 3; i < IN; i += 64) {
      weights[i] = 30;
    }
    float[] made = NativeNumbers.oneOutput(CodeBits.EIGHT, weights).weights(0);
    double error = 0;
    for (int i = 0; i < IN; i++) {
      error += Math.pow(made[i] - weights[i], 2) / IN;
    }
    // with one scale for weights as they are it is (30 / 127) / sqrt(12) = 0.068
    assertTrue(Math.sqrt(error) < 0.03, "error " + Math.sqrt(error));
  }
}
