package io.qcpruner.core.internal.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sigmoids with the bits of {@link StrictMath#exp}: the steps of fdlibm's e_exp.c, whose results
 * are promised, in vectors. Symbols of e_exp.c: x = k ln2 + r, hi - lo = r, c = r minus its
 * polynomial. Each number is made by itself, so any width gives the same.
 */
final class Sigmoids {

  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  /** Farther from zero an exponential may leave the range of normal numbers. */
  private static final double FAR = 700;

  /** Nearer to zero fdlibm takes 1 + x. */
  private static final double NEAR = 0x1p-28;

  private static final double INVERSE_LN2 = 0x1.71547652b82fep0;
  private static final double LN2_HIGH = 0x1.62e42feep-1;
  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;
  private static final double P1 = 0x1.555555555553ep-3;
  private static final double P2 = -0x1.6c16c16bebd93p-9;
  private static final double P3 = 0x1.1566aaf25de2cp-14;
  private static final double P4 = -0x1.bbd41c5d26bf1p-20;
  private static final double P5 = 0x1.6376972bea4dp-25;

  /** Added to a number below 2^51, this leaves its nearest whole number in the lowest bits. */
  private static final double WHOLE = 0x1.8p52;

  private Sigmoids() {}

  /** Makes {@code out[i]} the sigmoid of {@code x[offset + i]} for i below n. */
  static void of(float[] x, int offset, int n, double[] out) {
    boolean usual = true;
    for (int i = 0; i < n; i++) {
      out[i] = -x[offset + i];
      usual &= Math.abs(x[offset + i]) < FAR;
    }
    int full = usual ? SPECIES.loopBound(n) : 0;
    for (int i = 0; i < full; i += SPECIES.length()) {
      DoubleVector v = DoubleVector.fromArray(SPECIES, out, i);
      DoubleVector scaled = v.abs().mul(INVERSE_LN2).add(0.5);
      DoubleVector whole = scaled.add(WHOLE).sub(WHOLE);
      whole = whole.sub(1, whole.compare(VectorOperators.GT, scaled));
      DoubleVector k = whole.blend(whole.neg(), v.compare(VectorOperators.LT, 0));
      DoubleVector hi = v.sub(k.mul(LN2_HIGH));
      DoubleVector lo = k.mul(LN2_LOW);
      DoubleVector r = hi.sub(lo);
      DoubleVector t = r.mul(r);
      DoubleVector c = r.sub(t.mul(t.mul(t.mul(t.mul(t.mul(P5).add(P4)).add(P3)).add(P2)).add(P1)));
      DoubleVector quotient = r.mul(c).div(c.neg().add(2)); // 2 - c
      DoubleVector y = lo.sub(quotient).sub(hi).neg().add(1);
      LongVector power = k.add(WHOLE).viewAsIntegralLanes().lanewise(VectorOperators.LSHL, 52);
      DoubleVector e = y.reinterpretAsLongs().add(power).viewAsFloatingLanes();
      VectorMask<Double> near = v.abs().compare(VectorOperators.LT, NEAR);
      DoubleVector sum = e.blend(v.add(1), near).add(1);
      DoubleVector.broadcast(SPECIES, 1).div(sum).intoArray(out, i);
    }
    for (int i = full; i < n; i++) {
      out[i] = 1 / (1 + StrictMath.exp(out[i]));
    }
  }
}
