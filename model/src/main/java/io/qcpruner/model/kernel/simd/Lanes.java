package io.qcpruner.model.kernel.simd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Small pieces of vector arithmetic. */
final class Lanes {
  private static final float LOG2_E = 1.442695041f;
  private static final float LN2_HIGH = 0.693359375f;
  private static final float LN2_LOW = -2.12194440e-4f;
  private static final float LOWEST = -87.3f;
  private static final float HIGHEST = 88.3f;
  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer
  private static final int BIAS = 127;
  private static final int MANTISSA_BITS = 23;

  private Lanes() {}

  /** Pairs of halves: the order does not depend on what surrounds it. */
  static float sum(float[] lanes) {
    float sum = 0;
    int half = lanes.length / 2;
    for (int i = 0; i < half; i++) {
      sum += lanes[i] + lanes[half + i];
    }
    return sum;
  }

  static float floatAt(ByteBuffer buffer, int offset) {
    int bits = buffer.getInt(offset);
    return Float.intBitsToFloat(
        buffer.order() == ByteOrder.LITTLE_ENDIAN ? bits : Integer.reverseBytes(bits));
  }

  /** eˣ = 2ᵏ · eʳ with |r| at most ln 2 / 2; relative error about 2e-7 between -87 and 88. */
  static FloatVector exp(FloatVector x) {
    FloatVector bounded = x.max(LOWEST).min(HIGHEST);
    FloatVector k = bounded.mul(LOG2_E).add(ROUND).sub(ROUND);
    FloatVector r = bounded.sub(k.mul(LN2_HIGH)).sub(k.mul(LN2_LOW));
    FloatVector p = r.mul(1.9875691500e-4f).add(1.3981999507e-3f);
    p = p.mul(r).add(8.3334519073e-3f);
    p = p.mul(r).add(4.1665795894e-2f);
    p = p.mul(r).add(1.6666665459e-1f);
    p = p.mul(r).add(5.0000001201e-1f);
    FloatVector y = p.mul(r.mul(r)).add(r).add(1);
    // k + 127 into the exponent's bits: its low bits stand in those of k + 127 + ROUND
    FloatVector power =
        k.add(BIAS + ROUND)
            .reinterpretAsInts()
            .lanewise(VectorOperators.LSHL, MANTISSA_BITS)
            .reinterpretAsFloats();
    return y.mul(power);
  }
}
