package io.qcpruner.kernels;

/** Arithmetic whose every step native code takes too, so that both give the same bits. */
final class LaneMath {
  /** Sums that vectors make side by side: native code has 512-bit vectors, or pairs of 256 bits. */
  static final int LANES = 16;

  /** Numbers below it are too small to be divided by. */
  private static final float TINY = 1e-30f;

  private static final float LOG2_E = 1.442695041f;
  private static final float LN2_HIGH = 0.693359375f;
  private static final float LN2_LOW = -2.12194440e-4f;
  private static final float LOWEST = -87.3f;
  private static final float HIGHEST = 88.3f;
  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer
  private static final int BIAS = 127;
  private static final int MANTISSA_BITS = 23;

  // coefficients of r⁷ down to r²
  private static final float C7 = 1.9875691500e-4f;

  private static final float C6 = 1.3981999507e-3f;
  private static final float C5 = 8.3334519073e-3f;
  private static final float C4 = 4.1665795894e-2f;
  private static final float C3 = 1.6666665459e-1f;
  private static final float C2 = 5.0000001201e-1f;

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
  static float inOrder(float[] lanes) {
    float sum = 0;
    for (float lane : lanes) {
      sum += lane;
    }
    return sum;
  }

  /** The sum of sixteen lanes: the halves are added, then the halves of that, and so on. */
  static float byHalves(float[] lanes) {
    float[] left = lanes.clone();
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        left[i] += left[half + i];
      }
    }
    return left[0];
  }

  /** The largest magnitude of some numbers, or NaN. */
  static float largest(float[] x, int from, int end) {
    float most = 0;
    for (int i = from; i < end; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    return most;
  }

  /** What numbers are multiplied with to become codes up to {@code code}; 0 if they can't be. */
  static float inverse(float most, int code) {
    return most >= TINY && most < Float.POSITIVE_INFINITY ? code / most : 0;
  }

  /** Of two equally near integers the even one. */
  static int nearest(float x) {
    return (int) (x + ROUND - ROUND);
  }
}
