package io.qcpruner.model.kernel;

import java.util.Arrays;

/**
 * Arithmetic whose every step vector code takes too, with these constants, so that both give the
 * same bits.
 */
public final class LaneMath {
  public static final float LOG2_E = 1.442695041f;
  public static final float LN2_HIGH = 0.693359375f;
  public static final float LN2_LOW = -2.12194440e-4f;
  public static final float LOWEST = -87.3f;
  public static final float HIGHEST = 88.3f;
  public static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer
  public static final int BIAS = 127;
  public static final int MANTISSA_BITS = 23;

  /** Coefficients of r⁷ down to r². */
  public static final float C7 = 1.9875691500e-4f;

  public static final float C6 = 1.3981999507e-3f;
  public static final float C5 = 8.3334519073e-3f;
  public static final float C4 = 4.1665795894e-2f;
  public static final float C3 = 1.6666665459e-1f;
  public static final float C2 = 5.0000001201e-1f;

  private LaneMath() {}

  /**
   * eˣ = 2ᵏ · eʳ with |r| at most ln 2 / 2, and a polynomial for eʳ; relative error about 2e-7
   * between -87 and 88.
   */
  static float exp(float x) {
    float bounded = Math.min(Math.max(x, LOWEST), HIGHEST);
    float k = bounded * LOG2_E + ROUND - ROUND;
    float r = bounded - k * LN2_HIGH - k * LN2_LOW;
    float p = C7 * r + C6;
    p = p * r + C5;
    p = p * r + C4;
    p = p * r + C3;
    p = p * r + C2;
    float y = p * (r * r) + r + 1;
    // k + 127 into the exponent's bits: its low bits stand in those of k + 127 + ROUND
    int power = Float.floatToRawIntBits(k + (BIAS + ROUND)) << MANTISSA_BITS;
    return y * Float.intBitsToFloat(power);
  }

  /** The sum of lanes, one after the other. */
  public static float inOrder(float[] lanes) {
    float sum = 0;
    for (float lane : lanes) {
      sum += lane;
    }
    return sum;
  }

  /** The sum of lanes, a power of two: the halves are added, then the halves of that, and so on. */
  public static float byHalves(float[] lanes) {
    return byHalves(lanes, 0, lanes.length);
  }

  /**
   * The same for some lanes of an array. Written out for the usual numbers of lanes: every score
   * and every product ends with it, and as a loop it took longer than all that comes before.
   */
  public static float byHalves(float[] s, int at, int count) {
    return switch (count) {
      case 16 ->
          eight(
              s[at] + s[at + 8],
              s[at + 1] + s[at + 9],
              s[at + 2] + s[at + 10],
              s[at + 3] + s[at + 11],
              s[at + 4] + s[at + 12],
              s[at + 5] + s[at + 13],
              s[at + 6] + s[at + 14],
              s[at + 7] + s[at + 15]);
      case 8 ->
          eight(s[at], s[at + 1], s[at + 2], s[at + 3], s[at + 4], s[at + 5], s[at + 6], s[at + 7]);
      default -> ofFew(s, at, count);
    };
  }

  private static float eight(
      float a, float b, float c, float d, float e, float f, float g, float h) {
    return ((a + e) + (c + g)) + ((b + f) + (d + h));
  }

  private static float ofFew(float[] s, int at, int count) {
    float[] left = Arrays.copyOfRange(s, at, at + count);
    for (int half = count / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        left[i] += left[half + i];
      }
    }
    return left[0];
  }
}
