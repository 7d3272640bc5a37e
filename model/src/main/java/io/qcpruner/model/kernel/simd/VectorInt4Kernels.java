package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.Int4Kernels;
import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Row;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Lanes of 16 bits hold outputs. Σ (code - 8) · x of a group fits into 16 bits (8 · 127 · 32 =
 * 32512), so products and sums may wrap around on the way: the row brings -8 · Σ x, and codes are
 * used without a sign.
 */
public final class VectorInt4Kernels implements Int4Kernels {
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SHORTS.length();
  private static final int BLOCK = Int4Matrix.BLOCK;
  private static final int STEP_BYTES = BLOCK * Short.BYTES; // four inputs of a panel
  private static final int SCALE_BYTES = BLOCK * Float.BYTES;
  private static final int HALF_BYTES = LANES / 2 * Float.BYTES;
  private static final short CODE = 15;
  private static final short ZERO = 8;

  @Override
  public void product(Int4Matrix w, int panel, Int8Row x, float[] y, int at) {
    for (int lane = 0; lane < BLOCK; lane += LANES) {
      product(w, panel, lane, x, y, at + lane);
    }
  }

  private static void product(Int4Matrix w, int panel, int lane, Int8Row x, float[] y, int at) {
    ByteBuffer codes = w.codes();
    ByteBuffer scales = w.scales();
    short[] xs = x.codes();
    int groups = w.groups();
    int p = panel * groups * (BLOCK / 4) * STEP_BYTES + lane * Short.BYTES;
    int s = panel * groups * SCALE_BYTES + lane * Float.BYTES;
    FloatVector low = FloatVector.zero(FLOATS);
    FloatVector high = low;
    for (int g = 0; g < groups; g++) {
      ShortVector a = ShortVector.broadcast(SHORTS, x.starts()[g]);
      ShortVector b = ShortVector.zero(SHORTS);
      for (int i = g * BLOCK; i < (g + 1) * BLOCK; i += 4) {
        ShortVector q = ShortVector.fromByteBuffer(SHORTS, codes, p, LITTLE_ENDIAN);
        a = a.add(q.and(CODE).mul(ShortVector.broadcast(SHORTS, xs[i])));
        b =
            b.add(
                q.lanewise(VectorOperators.LSHR, 4)
                    .and(CODE)
                    .mul(ShortVector.broadcast(SHORTS, xs[i + 1])));
        a =
            a.add(
                q.lanewise(VectorOperators.LSHR, 8)
                    .and(CODE)
                    .mul(ShortVector.broadcast(SHORTS, xs[i + 2])));
        b =
            b.add(
                q.lanewise(VectorOperators.LSHR, 12).mul(ShortVector.broadcast(SHORTS, xs[i + 3])));
        p += STEP_BYTES;
      }
      ShortVector sum = a.add(b);
      FloatVector xScale = FloatVector.broadcast(FLOATS, x.scales()[g]);
      FloatVector first =
          (FloatVector)
              sum.convertShape(VectorOperators.S2I, INTS, 0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector second =
          (FloatVector)
              sum.convertShape(VectorOperators.S2I, INTS, 1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      low =
          first
              .mul(FloatVector.fromByteBuffer(FLOATS, scales, s, LITTLE_ENDIAN).mul(xScale))
              .add(low);
      high =
          second
              .mul(
                  FloatVector.fromByteBuffer(FLOATS, scales, s + HALF_BYTES, LITTLE_ENDIAN)
                      .mul(xScale))
              .add(high);
      s += SCALE_BYTES;
    }
    low.intoArray(y, at);
    high.intoArray(y, at + LANES / 2);
  }

  @Override
  public void widen(Int4Matrix w, int panel, ByteBuffer out, int offset, int stride) {
    for (int lane = 0; lane < BLOCK; lane += LANES) {
      widen(w, panel, lane, out, offset + lane * Float.BYTES, stride);
    }
  }

  private static void widen(
      Int4Matrix w, int panel, int lane, ByteBuffer out, int offset, int stride) {
    int groups = w.groups();
    int p = panel * groups * (BLOCK / 4) * STEP_BYTES + lane * Short.BYTES;
    int s = panel * groups * SCALE_BYTES + lane * Float.BYTES;
    for (int i = 0; i < w.inputs(); i++) {
      int step = p + i / 4 * STEP_BYTES;
      int scale = s + i / BLOCK * SCALE_BYTES;
      ShortVector q =
          ShortVector.fromByteBuffer(SHORTS, w.codes(), step, LITTLE_ENDIAN)
              .lanewise(VectorOperators.LSHR, 4 * (i % 4))
              .and(CODE)
              .sub(ZERO);
      FloatVector first =
          (FloatVector)
              q.convertShape(VectorOperators.S2I, INTS, 0)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      FloatVector second =
          (FloatVector)
              q.convertShape(VectorOperators.S2I, INTS, 1)
                  .convertShape(VectorOperators.I2F, FLOATS, 0);
      int to = offset + i * stride;
      FloatVector.fromByteBuffer(FLOATS, w.scales(), scale, LITTLE_ENDIAN)
          .mul(first)
          .intoByteBuffer(out, to, LITTLE_ENDIAN);
      FloatVector.fromByteBuffer(FLOATS, w.scales(), scale + HALF_BYTES, LITTLE_ENDIAN)
          .mul(second)
          .intoByteBuffer(out, to + HALF_BYTES, LITTLE_ENDIAN);
    }
  }
}
