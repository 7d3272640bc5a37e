package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;

import io.qcpruner.model.kernel.LaneMath;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of one row with 16-bit weights. Every 32 bits hold two weights, of an even and an odd
 * input, so the inputs are laid out evens first. A bf16 number is the upper half of a float. An f16
 * number is shifted so that its exponent stands in that of a float, which makes it 2⁻¹¹² times as
 * large, subnormal numbers included; the inputs carry most of the missing factor and the sum the
 * rest, so that neither leaves the range of floats. Even and odd inputs have a sum each. Two
 * outputs go together, as in {@link FloatProducts}.
 */
final class NarrowProducts {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> PAIRS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int STEP = 4 * LANES;
  private static final int BYTES = 4 * LANES;
  private static final int F16 = StoredType.F16_SIGN_AND_NUMBER;

  private NarrowProducts() {}

  /**
   * Outputs {@code first} to {@code end} of row r.
   *
   * @param lanes room for two vectors
   */
  static void oneRow(
      StoredType type,
      ByteBuffer w,
      int first,
      int end,
      int in,
      float[] x,
      int r,
      float[] y,
      int to,
      float[] lanes) {
    int half = (end - first) / 2;
    pairs(type, w, first, half, half, in, x, r * in, y, to, lanes);
    if (first + 2 * half < end) {
      pairs(type, w, end - 1, 1, 0, in, x, r * in, y, to, lanes);
    }
  }

  /** So many outputs from {@code first} on, each with the one that is so far apart. */
  private static void pairs(
      StoredType type,
      ByteBuffer w,
      int first,
      int count,
      int apart,
      int in,
      float[] x,
      int row,
      float[] y,
      int to,
      float[] lanes) {
    int full = in - in % STEP;
    int other = 2 * apart * in;
    float factor = type == StoredType.F16 ? StoredType.F16_SUM_FACTOR : 1;
    for (int o = first; o < first + count; o++) {
      int p = 2 * o * in;
      if (type == StoredType.F16) {
        sumsF16(w, p, other, full / 2, x, row, lanes);
      } else {
        sumsBf16(w, p, other, full / 2, x, row, lanes);
      }
      p += 2 * full;
      y[to + o] =
          LaneMath.byHalves(lanes, 0, LANES) * factor + tail(type, w, p, in - full, x, row + full);
      y[to + o + apart] =
          LaneMath.byHalves(lanes, LANES, LANES) * factor
              + tail(type, w, p + other, in - full, x, row + full);
    }
  }

  /**
   * Lanes of the sums of the output at p and of another one. Widened here, not by a method of
   * {@link Lanes}: where the compiler does not inline that, vectors become objects.
   */
  private static void sumsF16(
      ByteBuffer w, int p, int other, int pairs, float[] x, int row, float[] lanes) {
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    for (int i = row; i < row + pairs; i += LANES) {
      FloatVector even = FloatVector.fromArray(SPECIES, x, i);
      FloatVector odd = FloatVector.fromArray(SPECIES, x, i + pairs);
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
      IntVector u = IntVector.fromByteBuffer(PAIRS, w, p + other, LITTLE_ENDIAN);
      a = v.lanewise(LSHL, 16).lanewise(ASHR, 3).and(F16).reinterpretAsFloats().fma(even, a);
      b = v.lanewise(ASHR, 3).and(F16).reinterpretAsFloats().fma(odd, b);
      c = u.lanewise(LSHL, 16).lanewise(ASHR, 3).and(F16).reinterpretAsFloats().fma(even, c);
      d = u.lanewise(ASHR, 3).and(F16).reinterpretAsFloats().fma(odd, d);
      p += BYTES;
    }
    a.add(b).intoArray(lanes, 0);
    c.add(d).intoArray(lanes, LANES);
  }

  private static void sumsBf16(
      ByteBuffer w, int p, int other, int pairs, float[] x, int row, float[] lanes) {
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    for (int i = row; i < row + pairs; i += LANES) {
      FloatVector even = FloatVector.fromArray(SPECIES, x, i);
      FloatVector odd = FloatVector.fromArray(SPECIES, x, i + pairs);
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
      IntVector u = IntVector.fromByteBuffer(PAIRS, w, p + other, LITTLE_ENDIAN);
      a = v.lanewise(LSHL, 16).reinterpretAsFloats().fma(even, a);
      b = v.and(0xFFFF0000).reinterpretAsFloats().fma(odd, b);
      c = u.lanewise(LSHL, 16).reinterpretAsFloats().fma(even, c);
      d = u.and(0xFFFF0000).reinterpretAsFloats().fma(odd, d);
      p += BYTES;
    }
    a.add(b).intoArray(lanes, 0);
    c.add(d).intoArray(lanes, LANES);
  }

  private static float tail(StoredType type, ByteBuffer w, int p, int count, float[] x, int at) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += type.number(w.getShort(p + 2 * i)) * x[at + i];
    }
    return sum;
  }
}
