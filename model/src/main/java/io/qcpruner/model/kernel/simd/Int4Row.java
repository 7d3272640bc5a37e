package io.qcpruner.model.kernel.simd;

import static io.qcpruner.model.kernel.Int4Matrix.GROUP_BYTES;
import static io.qcpruner.model.kernel.Int4Matrix.PANEL;
import static io.qcpruner.model.kernel.Int4Matrix.SCALE_BYTES;
import static io.qcpruner.model.kernel.simd.Int4Lanes.FLOATS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.INTS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.LANES;
import static io.qcpruner.model.kernel.simd.Int4Lanes.PAIRS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.SHORTS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.SIDE;
import static io.qcpruner.model.kernel.simd.Int4Lanes.STEP_BYTES;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Tile;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Products of one row. Σ (code - 8) · x of a group fits into 16 bits (8 · 127 · 32 = 32512), so
 * products and sums may wrap around on the way: the row brings -8 · Σ x, and codes are used without
 * a sign.
 *
 * <p>Codes need no mask. With q = c0 + 16 c1 + 256 c2 + 4096 c3 and chained activations x1' = x1 -
 * 16 x0 and so on, q · x0 + (q &gt;&gt; 4) · x1' + (q &gt;&gt; 8) · x2' + (q &gt;&gt; 12) · x3' =
 * c0 x0 + c1 x1 + c2 x2 + c3 x3: what higher codes add to one product the next one takes away.
 *
 * <p>Both sides of a panel go together: they share the activations, and processors fetch two
 * streams of memory faster than one. Sums of all groups are kept in an array, because code that
 * also scales them is too much for the compiler to keep in registers.
 */
final class Int4Row {
  private Int4Row() {}

  static void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y) {
    int groups = w.groups();
    short[] sums = new short[2 * groups * SIDE];
    float[] made = new float[LANES];
    for (int panel = first; panel < end; panel++) {
      for (int lane = 0; lane < SIDE; lane += LANES) {
        int p = w.codesAt(panel, 0) + lane * Short.BYTES;
        sums(w.codes(), p, groups * GROUP_BYTES, groups, x, sums, lane);
        for (int side = 0; side < 2; side++) {
          int s = w.scalesAt(panel, side) + lane * Short.BYTES;
          scale(w.scales(), s, groups, sums, side * groups * SIDE + lane, x.scales(), made);
          Int4Lanes.spread(made, 0, y, (panel - first) * PANEL + 2 * lane + side);
        }
      }
    }
  }

  /**
   * Sums of the groups of a panel, [2, groups, 32].
   *
   * @param apart from one side to the other
   */
  private static void sums(
      ByteBuffer codes, int p, int apart, int groups, Int8Tile row, short[] sums, int lane) {
    short[] x = row.chained();
    short[] starts = row.starts();
    int i = 0;
    for (int g = 0; g < groups; g++) {
      ShortVector a = ShortVector.broadcast(SHORTS, starts[g]);
      ShortVector b = a;
      for (int e = p + GROUP_BYTES; p < e; p += STEP_BYTES) {
        ShortVector q = ShortVector.fromByteBuffer(SHORTS, codes, p, LITTLE_ENDIAN);
        ShortVector r = ShortVector.fromByteBuffer(SHORTS, codes, p + apart, LITTLE_ENDIAN);
        a = a.add(q.mul(x[i]));
        b = b.add(r.mul(x[i]));
        a = a.add(q.lanewise(LSHR, 4).mul(x[i + 1]));
        b = b.add(r.lanewise(LSHR, 4).mul(x[i + 1]));
        a = a.add(q.lanewise(LSHR, 8).mul(x[i + 2]));
        b = b.add(r.lanewise(LSHR, 8).mul(x[i + 2]));
        a = a.add(q.lanewise(LSHR, 12).mul(x[i + 3]));
        b = b.add(r.lanewise(LSHR, 12).mul(x[i + 3]));
        i += 4;
      }
      a.intoArray(sums, g * SIDE + lane);
      b.intoArray(sums, (groups + g) * SIDE + lane);
    }
  }

  private static void scale(
      ByteBuffer scales, int s, int groups, short[] sums, int from, float[] xScales, float[] made) {
    FloatVector even = FloatVector.zero(FLOATS);
    FloatVector odd = even;
    for (int g = 0; g < groups; g++) {
      IntVector sum = ShortVector.fromArray(SHORTS, sums, from).reinterpretAsInts();
      IntVector scale = IntVector.fromByteBuffer(INTS, scales, s, LITTLE_ENDIAN);
      FloatVector evens =
          (FloatVector) sum.lanewise(LSHL, 16).lanewise(ASHR, 16).convertShape(I2F, FLOATS, 0);
      FloatVector odds = (FloatVector) sum.lanewise(ASHR, 16).convertShape(I2F, FLOATS, 0);
      FloatVector evenScales = scale.lanewise(LSHL, 16).reinterpretAsFloats();
      FloatVector oddScales = scale.and(0xFFFF0000).reinterpretAsFloats();
      even = evens.mul(evenScales.mul(xScales[g])).add(even);
      odd = odds.mul(oddScales.mul(xScales[g])).add(odd);
      from += SIDE;
      s += SCALE_BYTES;
    }
    even.intoArray(made, 0);
    odd.intoArray(made, PAIRS);
  }
}
