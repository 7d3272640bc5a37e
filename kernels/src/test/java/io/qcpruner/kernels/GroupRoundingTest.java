package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Weights as codes of 4 bits against the weights and against a plain rounding. */
@ExtendWith(Seeded.class)
class GroupRoundingTest {
  private static final int IN = 256;

  /** Not worse than codes between the group's least and largest weight. */
  @Test
  void fourBitsHaveASmallErrorInEveryGroup(Random random) {
    double made = 0;
    double plain = 0;
    for (int draw = 0; draw < 50; draw++) {
      float[] weights = NativeNumbers.gaussians(IN, random);
      CodeMatrix w = NativeNumbers.oneOutput(CodeBits.FOUR, weights);
      for (int g = 0; g * 32 < IN; g++) {
        made += error(w, weights, g);
        plain += errorBetweenEnds(weights, g);
      }
    }
    assertTrue(made < 0.93 * plain, made + " against " + plain);
  }

  /** Groups that lie far from 0 on one side: what a scale alone would waste half its codes on. */
  @Test
  void shiftsServeGroupsOnOneSide(Random random) {
    float[] turned = NativeNumbers.gaussians(IN, random);
    for (int i = 0; i < IN; i++) {
      turned[i] = 1.5f + Math.abs(turned[i]);
    }
    float[] weights = BlockTurn.back(turned);
    CodeMatrix w = NativeNumbers.oneOutput(CodeBits.FOUR, weights);
    double made = 0;
    double between = 0;
    // of all groups: scale and shift are rounded too, which shows in a group that happens to be
    // narrow
    for (int g = 0; g * 32 < IN; g++) {
      made += error(w, weights, g) / 64; // turned back they are sqrt(64) times as large
      between += errorBetweenEnds(turned, g);
    }
    assertTrue(made < 1.2 * between, made + " against " + between);
  }

  @Test
  void constantsZerosAndTinyNumbersAreKept() {
    for (CodeBits bits : CodeBits.values()) {
      for (float value : new float[] {0, 1, -3.5f, 1e-20f, -1e-36f}) {
        float[] weights = new float[64];
        Arrays.fill(weights, value);
        float[] made = NativeNumbers.oneOutput(bits, weights).weights(0);
        for (int i = 0; i < 64; i++) {
          assertEquals(value, made[i], Math.abs(value) * 0.02f, bits + " " + value);
        }
      }
    }
  }

  private static double error(CodeMatrix w, float[] weights, int group) {
    float[] made = w.weights(0);
    double error = 0;
    for (int i = 32 * group; i < Math.min(IN, 32 * group + 32); i++) {
      error += Math.pow(made[i] - weights[i], 2);
    }
    return error;
  }

  private static double errorBetweenEnds(float[] weights, int group) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    int end = Math.min(IN, 32 * group + 32);
    for (int i = 32 * group; i < end; i++) {
      low = Math.min(low, weights[i]);
      high = Math.max(high, weights[i]);
    }
    double step = (high - low) / 15;
    double error = 0;
    for (int i = 32 * group; i < end; i++) {
      double made = low + step * Math.rint((weights[i] - low) / step);
      error += Math.pow(made - weights[i], 2);
    }
    return error;
  }
}
