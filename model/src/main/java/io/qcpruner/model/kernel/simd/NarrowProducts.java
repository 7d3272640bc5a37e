package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products with 16-bit weights. Every 32 bits hold two weights, of an even and an odd input, so the
 * inputs are laid out evens first. A bf16 number is the upper half of a float. An f16 number is
 * shifted so that its exponent stands in that of a float, which makes it 2⁻¹¹² times as large,
 * subnormal numbers included; the inputs carry most of the missing factor and the sum the rest, so
 * that neither leaves the range of floats. Sums and rows as in {@link FloatProducts}.
 */
final class NarrowProducts {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> PAIRS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int STEP = 4 * LANES;
  private static final int BYTES = 4 * LANES;

  private NarrowProducts() {}

  /** Outputs {@code first} to {@code end} of row r. */
  static void oneRowF16(
      ByteBuffer w,
      int first,
      int end,
      int in,
      float[] x,
      int r,
      float[] y,
      int to,
      float[] lanes) {
    int full = in - in % STEP;
    int even = r * in;
    int odd = even + full / 2;
    for (int o = first; o < end; o++) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      int p = 2 * o * in;
      for (int i = 0; i < full / 2; i += 2 * LANES) {
        IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
        a =
            v.lanewise(VectorOperators.LSHL, 16)
                .lanewise(VectorOperators.ASHR, 3)
                .and(StoredType.F16_SIGN_AND_NUMBER)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, even + i), a);
        b =
            v.lanewise(VectorOperators.ASHR, 3)
                .and(StoredType.F16_SIGN_AND_NUMBER)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, odd + i), b);
        v = IntVector.fromByteBuffer(PAIRS, w, p + BYTES, LITTLE_ENDIAN);
        c =
            v.lanewise(VectorOperators.LSHL, 16)
                .lanewise(VectorOperators.ASHR, 3)
                .and(StoredType.F16_SIGN_AND_NUMBER)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), c);
        d =
            v.lanewise(VectorOperators.ASHR, 3)
                .and(StoredType.F16_SIGN_AND_NUMBER)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), d);
        p += 2 * BYTES;
      }
      a.add(b).add(c.add(d)).intoArray(lanes, 0);
      y[to + o] =
          LaneMath.inPairs(lanes) * StoredType.F16_SUM_FACTOR
              + tail(StoredType.F16, w, p, in - full, x, even + full);
    }
  }

  /** Output o of rows r and r + 1: one read of the weights serves both. */
  static void twoRowsF16(
      ByteBuffer w, int o, int in, float[] x, int r, float[] y, int to, int stride, float[] lanes) {
    int full = in - in % STEP;
    int even = r * in;
    int odd = even + full / 2;
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    FloatVector e = a;
    FloatVector f = a;
    FloatVector g = a;
    FloatVector h = a;
    int p = 2 * o * in;
    for (int i = 0; i < full / 2; i += 2 * LANES) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
      FloatVector t =
          v.lanewise(VectorOperators.LSHL, 16)
              .lanewise(VectorOperators.ASHR, 3)
              .and(StoredType.F16_SIGN_AND_NUMBER)
              .reinterpretAsFloats();
      a = t.fma(FloatVector.fromArray(SPECIES, x, even + i), a);
      e = t.fma(FloatVector.fromArray(SPECIES, x, even + in + i), e);
      t =
          v.lanewise(VectorOperators.ASHR, 3)
              .and(StoredType.F16_SIGN_AND_NUMBER)
              .reinterpretAsFloats();
      b = t.fma(FloatVector.fromArray(SPECIES, x, odd + i), b);
      f = t.fma(FloatVector.fromArray(SPECIES, x, odd + in + i), f);
      v = IntVector.fromByteBuffer(PAIRS, w, p + BYTES, LITTLE_ENDIAN);
      t =
          v.lanewise(VectorOperators.LSHL, 16)
              .lanewise(VectorOperators.ASHR, 3)
              .and(StoredType.F16_SIGN_AND_NUMBER)
              .reinterpretAsFloats();
      c = t.fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), c);
      g = t.fma(FloatVector.fromArray(SPECIES, x, even + in + i + LANES), g);
      t =
          v.lanewise(VectorOperators.ASHR, 3)
              .and(StoredType.F16_SIGN_AND_NUMBER)
              .reinterpretAsFloats();
      d = t.fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), d);
      h = t.fma(FloatVector.fromArray(SPECIES, x, odd + in + i + LANES), h);
      p += 2 * BYTES;
    }
    a.add(b).add(c.add(d)).intoArray(lanes, 0);
    y[to + o] =
        LaneMath.inPairs(lanes) * StoredType.F16_SUM_FACTOR
            + tail(StoredType.F16, w, p, in - full, x, even + full);
    e.add(f).add(g.add(h)).intoArray(lanes, 0);
    y[to + stride + o] =
        LaneMath.inPairs(lanes) * StoredType.F16_SUM_FACTOR
            + tail(StoredType.F16, w, p, in - full, x, even + in + full);
  }

  /** Outputs {@code first} to {@code end} of row r. */
  static void oneRowBf16(
      ByteBuffer w,
      int first,
      int end,
      int in,
      float[] x,
      int r,
      float[] y,
      int to,
      float[] lanes) {
    int full = in - in % STEP;
    int even = r * in;
    int odd = even + full / 2;
    for (int o = first; o < end; o++) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      int p = 2 * o * in;
      for (int i = 0; i < full / 2; i += 2 * LANES) {
        IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
        a =
            v.lanewise(VectorOperators.LSHL, 16)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, even + i), a);
        b =
            v.and(0xFFFF0000)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, odd + i), b);
        v = IntVector.fromByteBuffer(PAIRS, w, p + BYTES, LITTLE_ENDIAN);
        c =
            v.lanewise(VectorOperators.LSHL, 16)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), c);
        d =
            v.and(0xFFFF0000)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), d);
        p += 2 * BYTES;
      }
      a.add(b).add(c.add(d)).intoArray(lanes, 0);
      y[to + o] = LaneMath.inPairs(lanes) + tail(StoredType.BF16, w, p, in - full, x, even + full);
    }
  }

  /** Output o of rows r and r + 1: one read of the weights serves both. */
  static void twoRowsBf16(
      ByteBuffer w, int o, int in, float[] x, int r, float[] y, int to, int stride, float[] lanes) {
    int full = in - in % STEP;
    int even = r * in;
    int odd = even + full / 2;
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    FloatVector e = a;
    FloatVector f = a;
    FloatVector g = a;
    FloatVector h = a;
    int p = 2 * o * in;
    for (int i = 0; i < full / 2; i += 2 * LANES) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
      FloatVector t = v.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
      a = t.fma(FloatVector.fromArray(SPECIES, x, even + i), a);
      e = t.fma(FloatVector.fromArray(SPECIES, x, even + in + i), e);
      t = v.and(0xFFFF0000).reinterpretAsFloats();
      b = t.fma(FloatVector.fromArray(SPECIES, x, odd + i), b);
      f = t.fma(FloatVector.fromArray(SPECIES, x, odd + in + i), f);
      v = IntVector.fromByteBuffer(PAIRS, w, p + BYTES, LITTLE_ENDIAN);
      t = v.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
      c = t.fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), c);
      g = t.fma(FloatVector.fromArray(SPECIES, x, even + in + i + LANES), g);
      t = v.and(0xFFFF0000).reinterpretAsFloats();
      d = t.fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), d);
      h = t.fma(FloatVector.fromArray(SPECIES, x, odd + in + i + LANES), h);
      p += 2 * BYTES;
    }
    a.add(b).add(c.add(d)).intoArray(lanes, 0);
    y[to + o] = LaneMath.inPairs(lanes) + tail(StoredType.BF16, w, p, in - full, x, even + full);
    e.add(f).add(g.add(h)).intoArray(lanes, 0);
    y[to + stride + o] =
        LaneMath.inPairs(lanes) + tail(StoredType.BF16, w, p, in - full, x, even + in + full);
  }

  private static float tail(StoredType type, ByteBuffer w, int p, int count, float[] x, int at) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += type.number(w.getShort(p + 2 * i)) * x[at + i];
    }
    return sum;
  }
}
