package io.qcpruner.kernels;

/**
 * How the numbers of a weight matrix lie in memory, in little-endian order; native code has the
 * same order of kinds.
 */
public enum StoredType {
  F32(4),
  F16(2),
  BF16(2);

  public static final float F16_LARGEST = 65504;

  private static final float F16_SMALLEST_NORMAL = 0x1p-14f;

  private final int bytes;

  StoredType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  /** The value of a finite number of a 16-bit type. */
  public float number(short bits) {
    return switch (this) {
      case F32 -> throw new IllegalStateException("32 bits don't fit");
      case F16 -> half(bits);
      case BF16 -> Float.intBitsToFloat(bits << 16);
    };
  }

  /**
   * The 16-bit float nearest to a number, of two equally near ones the even one. Numbers beyond the
   * range become its end.
   */
  public static short half(float number) {
    int sign = Float.floatToRawIntBits(number) >>> 16 & 0x8000;
    float magnitude = Math.abs(number);
    if (magnitude < F16_SMALLEST_NORMAL) {
      return (short) (sign | (int) Math.rint(magnitude * 0x1p24f));
    }
    if (Float.isNaN(number)) {
      return (short) 0x7E00;
    }
    int bits = Float.floatToRawIntBits(Math.min(magnitude, F16_LARGEST));
    int rounded = bits + 0xFFF + (bits >>> 13 & 1);
    return (short) (sign | (rounded >>> 13) - (112 << 10));
  }

  /** The bf16 number nearest to a finite one, of two equally near ones the even one. */
  public static short bf16(float number) {
    int bits = Float.floatToRawIntBits(number);
    return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }

  private static float half(short bits) {
    int magnitude = (bits & 0x7FFF) << 13;
    // the exponent's bias grows from 15 to 127; exact, also for subnormal numbers
    float value = Float.intBitsToFloat(magnitude) * 0x1p112f;
    return bits < 0 ? -value : value;
  }
}
