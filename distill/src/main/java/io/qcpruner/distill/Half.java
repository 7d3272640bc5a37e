package io.qcpruner.distill;

/** Doubles to half-precision bits, round half to even; Java 17 has no conversion of its own. */
final class Half {

  private static final int MANTISSA = 10;
  private static final int SMALLEST_EXPONENT = -14;
  private static final double OVERFLOW = 65520;

  private Half() {}

  static short bits(double value) {
    int sign = value < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(value);
    if (magnitude >= OVERFLOW) {
      return (short) (sign | 0x7C00);
    }
    int exponent = Math.max(Math.getExponent(magnitude), SMALLEST_EXPONENT);
    // units of the last place: rounding may carry into the exponent, which is then still right
    int units = (int) Math.rint(Math.scalb(magnitude, MANTISSA - exponent));
    int biased = exponent - SMALLEST_EXPONENT;
    return (short) (sign | ((biased << MANTISSA) + units));
  }
}
