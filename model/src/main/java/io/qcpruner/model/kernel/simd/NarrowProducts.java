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
 * Products of one row with 16-bit weights. Every 32 bits hold two weights, of an even and an odd
 * input, so the inputs are laid out evens first. A bf16 number is the upper half of a float. An f16
 * number is shifted so that its exponent stands in that of a float, which makes it 2⁻¹¹² times as
 * large, subnormal numbers included; the inputs carry most of the missing factor and the sum the
 * rest, so that neither leaves the range of floats. Even and odd inputs have a sum each.
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
      int p = 2 * o * in;
      for (int i = 0; i < full / 2; i += 2 * LANES) {
        IntVector v = IntVector.fromByteBuffer(PAIRS, w, p, LITTLE_ENDIAN);
        a = Lanes.evenHalves(v).fma(FloatVector.fromArray(SPECIES, x, even + i), a);
        b = Lanes.oddHalves(v).fma(FloatVector.fromArray(SPECIES, x, odd + i), b);
        v = IntVector.fromByteBuffer(PAIRS, w, p + BYTES, LITTLE_ENDIAN);
        a = Lanes.evenHalves(v).fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), a);
        b = Lanes.oddHalves(v).fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), b);
        p += 2 * BYTES;
      }
      a.add(b).intoArray(lanes, 0);
      y[to + o] =
          LaneMath.byHalves(lanes) * StoredType.F16_SUM_FACTOR
              + tail(StoredType.F16, w, p, in - full, x, even + full);
    }
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
        a =
            v.lanewise(VectorOperators.LSHL, 16)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, even + i + LANES), a);
        b =
            v.and(0xFFFF0000)
                .reinterpretAsFloats()
                .fma(FloatVector.fromArray(SPECIES, x, odd + i + LANES), b);
        p += 2 * BYTES;
      }
      a.add(b).intoArray(lanes, 0);
      y[to + o] = LaneMath.byHalves(lanes) + tail(StoredType.BF16, w, p, in - full, x, even + full);
    }
  }

  private static float tail(StoredType type, ByteBuffer w, int p, int count, float[] x, int at) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += type.number(w.getShort(p + 2 * i)) * x[at + i];
    }
    return sum;
  }
}
