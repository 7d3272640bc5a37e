package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.Int8Kernels;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Lanes of 16 bits hold two weights, of an even and an odd input, so the inputs of a vector are
 * laid out evens first. Both products are added in 16 bits before they are widened; to add four
 * there saved nothing, and so much code the compiler does not always inline.
 *
 * <p>Vectors are as wide as those of all other kernels: classes of two widths that meet in the same
 * methods of the vector library leave the compiler in doubt which it has, and then every addition
 * makes objects.
 */
public final class VectorInt8Kernels implements Int8Kernels {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SHORTS.length();
  private static final int STEP = 2 * LANES;

  /** As many bytes as a vector has floats. */
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(8 * FLOATS.length()));

  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer
  private static final int ROUND_BITS = Float.floatToRawIntBits(ROUND);
  private static final int OFFSET = 128;

  @Override
  public void prepare(byte[] codes, int at, int in, short[] x) {
    int full = in - in % STEP;
    for (int from = 0; from < full; from += STEP) {
      for (int i = 0; i < LANES; i++) {
        x[from + i] = codes[at + from + 2 * i];
        x[from + LANES + i] = codes[at + from + 2 * i + 1];
      }
    }
    for (int i = full; i < in; i++) {
      x[i] = codes[at + i];
    }
  }

  @Override
  public void products(ByteBuffer w, int outputs, int in, short[] x, int[] y) {
    int full = in - in % STEP;
    for (int o = 0; o < outputs; o++) {
      IntVector a = IntVector.zero(INTS);
      IntVector b = IntVector.zero(INTS);
      int p = o * in;
      for (int i = 0; i < full; i += STEP) {
        ShortVector v = ShortVector.fromByteBuffer(SHORTS, w, p, LITTLE_ENDIAN);
        ShortVector even =
            v.lanewise(VectorOperators.LSHL, 8)
                .lanewise(VectorOperators.ASHR, 8)
                .mul(ShortVector.fromArray(SHORTS, x, i));
        ShortVector odd =
            v.lanewise(VectorOperators.ASHR, 8).mul(ShortVector.fromArray(SHORTS, x, i + LANES));
        IntVector pair = even.add(odd).reinterpretAsInts();
        a = a.add(pair.lanewise(VectorOperators.ASHR, 16));
        b = b.add(pair.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 16));
        p += STEP;
      }
      int total = a.add(b).reduceLanes(VectorOperators.ADD);
      for (int i = full; i < in; i++) {
        total += w.get(o * in + i) * x[i];
      }
      y[o] = total;
    }
  }

  @Override
  public float[] range(ByteBuffer x, int n) {
    int lanes = FLOATS.length();
    FloatVector least = FloatVector.zero(FLOATS);
    FloatVector most = least;
    int full = n - n % lanes;
    for (int i = 0; i < full; i += lanes) {
      FloatVector v = FloatVector.fromByteBuffer(FLOATS, x, Float.BYTES * i, LITTLE_ENDIAN);
      least = least.min(v);
      most = most.max(v);
    }
    float[] ends = {
      least.reduceLanes(VectorOperators.MIN), most.reduceLanes(VectorOperators.MAX),
    };
    for (int i = full; i < n; i++) {
      ends[0] = Math.min(ends[0], Lanes.floatAt(x, Float.BYTES * i));
      ends[1] = Math.max(ends[1], Lanes.floatAt(x, Float.BYTES * i));
    }
    return ends;
  }

  @Override
  public void round(ByteBuffer x, int n, float inverse, int zero, ByteBuffer codes) {
    int lanes = FLOATS.length();
    FloatVector factor = FloatVector.broadcast(FLOATS, inverse);
    FloatVector middle = FloatVector.broadcast(FLOATS, zero);
    int full = n - n % lanes;
    for (int i = 0; i < full; i += lanes) {
      FloatVector code =
          FloatVector.fromByteBuffer(FLOATS, x, Float.BYTES * i, LITTLE_ENDIAN)
              .fma(factor, middle)
              .max(0)
              .min(255)
              .add(ROUND);
      code.reinterpretAsInts()
          .sub(ROUND_BITS + OFFSET)
          .castShape(BYTES, 0)
          .reinterpretAsBytes()
          .intoByteBuffer(codes, i, LITTLE_ENDIAN);
    }
    for (int i = full; i < n; i++) {
      double code = Math.rint(Math.fma(Lanes.floatAt(x, Float.BYTES * i), inverse, zero));
      codes.put(i, (byte) (Math.max(0, Math.min(255, code)) - OFFSET));
    }
  }

  @Override
  public void finish(
      ByteBuffer sums,
      int rows,
      int shift,
      int[] weightSums,
      float[] factors,
      float[] bias,
      ByteBuffer out,
      int at,
      int stride) {
    int outputs = factors.length;
    int lanes = INTS.length();
    int full = outputs - outputs % lanes;
    for (int r = 0; r < rows; r++) {
      int row = Integer.BYTES * r * outputs;
      int to = at + r * stride;
      for (int o = 0; o < full; o += lanes) {
        IntVector sum =
            IntVector.fromByteBuffer(INTS, sums, row + Integer.BYTES * o, LITTLE_ENDIAN)
                .add(IntVector.fromArray(INTS, weightSums, o).mul(shift));
        FloatVector value =
            ((FloatVector) sum.convertShape(VectorOperators.I2F, FLOATS, 0))
                .mul(FloatVector.fromArray(FLOATS, factors, o));
        value = bias == null ? value : value.add(FloatVector.fromArray(FLOATS, bias, o));
        value.intoByteBuffer(out, to + Float.BYTES * o, LITTLE_ENDIAN);
      }
      for (int o = full; o < outputs; o++) {
        int sum = Lanes.intAt(sums, row + Integer.BYTES * o) + shift * weightSums[o];
        float value = sum * factors[o];
        Lanes.putFloat(out, to + Float.BYTES * o, bias == null ? value : value + bias[o]);
      }
    }
  }
}
