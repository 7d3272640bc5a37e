package io.qcpruner.model.kernel.simd;

import io.qcpruner.model.kernel.LaneMath;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** Small pieces of vector arithmetic. */
final class Lanes {
  private Lanes() {}

  static float floatAt(ByteBuffer buffer, int offset) {
    return Float.intBitsToFloat(intAt(buffer, offset));
  }

  /** A little-endian number, whatever the buffer's own order is. */
  static int intAt(ByteBuffer buffer, int offset) {
    int bits = buffer.getInt(offset);
    return buffer.order() == ByteOrder.LITTLE_ENDIAN ? bits : Integer.reverseBytes(bits);
  }

  static float halfAt(ByteBuffer buffer, int offset) {
    short bits = buffer.getShort(offset);
    return StoredType.F16.number(
        buffer.order() == ByteOrder.LITTLE_ENDIAN ? bits : Short.reverseBytes(bits));
  }

  static void putFloat(ByteBuffer buffer, int offset, float value) {
    int bits = Float.floatToRawIntBits(value);
    buffer.putInt(
        offset, buffer.order() == ByteOrder.LITTLE_ENDIAN ? bits : Integer.reverseBytes(bits));
  }

  /** The lower 16-bit floats of all lanes, as small as {@link StoredType} says. */
  static FloatVector evenHalves(IntVector pairs) {
    return oddHalves(pairs.lanewise(VectorOperators.LSHL, 16));
  }

  /** The upper ones. */
  static FloatVector oddHalves(IntVector pairs) {
    return pairs
        .lanewise(VectorOperators.ASHR, 3)
        .and(StoredType.F16_SIGN_AND_NUMBER)
        .reinterpretAsFloats();
  }

  /** As {@link LaneMath} does. */
  static FloatVector exp(FloatVector x) {
    FloatVector bounded = x.max(LaneMath.LOWEST).min(LaneMath.HIGHEST);
    FloatVector k = bounded.mul(LaneMath.LOG2_E).add(LaneMath.ROUND).sub(LaneMath.ROUND);
    FloatVector r = bounded.sub(k.mul(LaneMath.LN2_HIGH)).sub(k.mul(LaneMath.LN2_LOW));
    FloatVector p = r.mul(LaneMath.C7).add(LaneMath.C6);
    p = p.mul(r).add(LaneMath.C5);
    p = p.mul(r).add(LaneMath.C4);
    p = p.mul(r).add(LaneMath.C3);
    p = p.mul(r).add(LaneMath.C2);
    FloatVector y = p.mul(r.mul(r)).add(r).add(1);
    // k + 127 into the exponent's bits: its low bits stand in those of k + 127 + LaneMath.ROUND
    FloatVector power =
        k.add(LaneMath.BIAS + LaneMath.ROUND)
            .reinterpretAsInts()
            .lanewise(VectorOperators.LSHL, LaneMath.MANTISSA_BITS)
            .reinterpretAsFloats();
    return y.mul(power);
  }
}
