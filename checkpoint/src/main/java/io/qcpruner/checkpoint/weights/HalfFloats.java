package io.qcpruner.checkpoint.weights;

/** Sixteen-bit floats to and from float; narrowing rounds to nearest, ties to even. */
public final class HalfFloats {
  private HalfFloats() {}

  public static float fromBf16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  public static short toBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | 0x40); // stays a NaN although the low half is lost
    }
    return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }

  public static float fromF16(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >>> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    if (exponent == 0) {
      float tiny = fraction * 0x1p-24f;
      return sign == 0 ? tiny : -tiny;
    }
    int wide = exponent == 31 ? 0xFF : exponent + 112;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }

  public static short toF16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = bits >>> 16 & 0x8000;
    float magnitude = Math.abs(value);
    if (Float.isNaN(value)) {
      return (short) (sign | 0x7E00);
    }
    if (magnitude >= 65520f) {
      return (short) (sign | 0x7C00);
    }
    if (magnitude < 0x1p-14f) {
      return (short) (sign | (int) Math.rint(magnitude * 0x1p24f));
    }
    int rounded = (bits & 0x7FFFFFFF) + 0xFFF + (bits >>> 13 & 1);
    return (short) (sign | (rounded >>> 13) - (112 << 10));
  }
}
