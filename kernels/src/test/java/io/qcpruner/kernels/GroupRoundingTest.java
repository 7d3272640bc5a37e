package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Weights as codes against the weights and against a plain rounding. */
@ExtendWith(Seeded.class)
class GroupRoundingTest {
  private static final int IN = 200;

  @Test
  void eightBitsAreWithinHalfAStep(Random random) {
    float[] weights = NativeNumbers.gaussians(IN, random);
    for (int i = 32; i < 64; i++) {
      weights[i] *= 1e-3f; // a group of small numbers keeps digits of its own
    }
    CodeMatrix w = matrix(CodeBits.EIGHT, weights);
    for (int i = 0; i < IN; i++) {
      float step = w.factor(0) * w.scale(0, i / 32);
      assertEquals(weights[i], w.weight(0, i), 0.501 * step);
      assertTrue(step <= (largest(weights, i / 32) / 127 + w.factor(0)) * 1.0001f, "step " + step);
    }
  }

  /** Not worse than codes between the group's least and largest weight. */
  @Test
  void fourBitsHaveASmallErrorInEveryGroup(Random random) {
    double made = 0;
    double plain = 0;
    for (int draw = 0; draw < 50; draw++) {
      float[] weights = NativeNumbers.gaussians(IN, random);
      CodeMatrix w = matrix(CodeBits.FOUR, weights);
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
    float[] weights = NativeNumbers.gaussians(IN, random);
    for (int i = 0; i < IN; i++) {
      weights[i] = 1.5f + Math.abs(weights[i]);
    }
    CodeMatrix w = matrix(CodeBits.FOUR, weights);
    double made = 0;
    double between = 0;
    // of all groups: scale and shift are rounded too, which shows in a group that happens to be
    // narrow
    for (int g = 0; g * 32 < IN; g++) {
      made += error(w, weights, g);
      between += errorBetweenEnds(weights, g);
    }
    assertTrue(made < 1.2 * between, made + " against " + between);
  }

  @Test
  void constantsZerosAndTinyNumbersAreKept() {
    for (CodeBits bits : CodeBits.values()) {
      for (float value : new float[] {0, 1, -3.5f, 1e-20f, -1e-36f}) {
        float[] weights = new float[40];
        java.util.Arrays.fill(weights, value);
        CodeMatrix w = matrix(bits, weights);
        for (int i = 0; i < 40; i++) {
          assertEquals(value, w.weight(0, i), Math.abs(value) * 0.01f, bits + " " + value);
        }
        assertEquals(0, w.weight(0, 40), Math.abs(value), "behind the last input");
      }
    }
  }

  private static float largest(float[] weights, int group) {
    float most = 0;
    for (int i = 32 * group; i < Math.min(IN, 32 * group + 32); i++) {
      most = Math.max(most, Math.abs(weights[i]));
    }
    return most;
  }

  private static double error(CodeMatrix w, float[] weights, int group) {
    double error = 0;
    for (int i = 32 * group; i < Math.min(IN, 32 * group + 32); i++) {
      error += Math.pow(w.weight(0, i) - weights[i], 2);
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

  private static CodeMatrix matrix(CodeBits bits, float[] weights) {
    int in = weights.length;
    CodeMatrix made =
        new CodeMatrix(
            bits,
            1,
            in,
            NativeNumbers.bytes((int) CodeMatrix.codeBytes(bits, 1, in)),
            NativeNumbers.bytes((int) CodeMatrix.scaleBytes(bits, 1, in)),
            NativeNumbers.bytes(Float.BYTES * CodeMatrix.PANEL));
    for (int o = 0; o < CodeMatrix.PANEL; o++) {
      made.put(o, o == 0 ? weights : new float[in]);
    }
    return made;
  }
}
