package io.qcpruner.model.kernel.simd;

import static io.qcpruner.model.kernel.Int4Matrix.GROUP;
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
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Products of four rows, which meet codes that are read and shifted once. Every row has the sums,
 * and the bits, that it has alone in {@link Int4Row}.
 */
final class Int4Tile {
  private static final int ROWS = Int8Tile.MOST_ROWS;

  private Int4Tile() {}

  static void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y) {
    int outputs = (end - first) * PANEL;
    short[] sums = new short[ROWS * LANES];
    float[] made = new float[ROWS * LANES];
    for (int panel = first; panel < end; panel++) {
      for (int k = 0; k < PANEL; k += LANES) {
        int side = k / SIDE;
        int lane = k % SIDE;
        Arrays.fill(made, 0);
        int p = w.codesAt(panel, side) + lane * Short.BYTES;
        int s = w.scalesAt(panel, side) + lane * Short.BYTES;
        for (int g = 0; g < w.groups(); g++) {
          sums(w.codes(), p + g * GROUP_BYTES, x, g, sums);
          scale(w.scales(), s + g * SCALE_BYTES, sums, x.scales(), g * ROWS, made);
        }
        int output = (panel - first) * PANEL + 2 * lane + side;
        for (int r = 0; r < ROWS; r++) {
          Int4Lanes.spread(made, r * LANES, y, r * outputs + output);
        }
      }
    }
  }

  /** The sums of one group, row after row. */
  private static void sums(ByteBuffer codes, int p, Int8Tile tile, int group, short[] sums) {
    short[] x = tile.chained();
    short[] starts = tile.starts();
    int start = group * ROWS;
    int i = start * GROUP;
    ShortVector a = ShortVector.broadcast(SHORTS, starts[start]);
    ShortVector b = ShortVector.broadcast(SHORTS, starts[start + 1]);
    ShortVector c = ShortVector.broadcast(SHORTS, starts[start + 2]);
    ShortVector d = ShortVector.broadcast(SHORTS, starts[start + 3]);
    for (int e = p + GROUP_BYTES; p < e; p += STEP_BYTES) {
      ShortVector q = ShortVector.fromByteBuffer(SHORTS, codes, p, LITTLE_ENDIAN);
      a = a.add(q.mul(x[i]));
      b = b.add(q.mul(x[i + 1]));
      c = c.add(q.mul(x[i + 2]));
      d = d.add(q.mul(x[i + 3]));
      ShortVector r = q.lanewise(LSHR, 4);
      a = a.add(r.mul(x[i + 4]));
      b = b.add(r.mul(x[i + 5]));
      c = c.add(r.mul(x[i + 6]));
      d = d.add(r.mul(x[i + 7]));
      r = q.lanewise(LSHR, 8);
      a = a.add(r.mul(x[i + 8]));
      b = b.add(r.mul(x[i + 9]));
      c = c.add(r.mul(x[i + 10]));
      d = d.add(r.mul(x[i + 11]));
      r = q.lanewise(LSHR, 12);
      a = a.add(r.mul(x[i + 12]));
      b = b.add(r.mul(x[i + 13]));
      c = c.add(r.mul(x[i + 14]));
      d = d.add(r.mul(x[i + 15]));
      i += 4 * ROWS;
    }
    a.intoArray(sums, 0);
    b.intoArray(sums, LANES);
    c.intoArray(sums, 2 * LANES);
    d.intoArray(sums, 3 * LANES);
  }

  private static void scale(
      ByteBuffer scales, int s, short[] sums, float[] xScales, int group, float[] made) {
    IntVector scale = IntVector.fromByteBuffer(INTS, scales, s, LITTLE_ENDIAN);
    FloatVector evenScales = scale.lanewise(LSHL, 16).reinterpretAsFloats();
    FloatVector oddScales = scale.and(0xFFFF0000).reinterpretAsFloats();
    for (int r = 0; r < ROWS; r++) {
      int at = r * LANES;
      IntVector sum = ShortVector.fromArray(SHORTS, sums, at).reinterpretAsInts();
      FloatVector evens =
          (FloatVector) sum.lanewise(LSHL, 16).lanewise(ASHR, 16).convertShape(I2F, FLOATS, 0);
      FloatVector odds = (FloatVector) sum.lanewise(ASHR, 16).convertShape(I2F, FLOATS, 0);
      evens
          .mul(evenScales.mul(xScales[group + r]))
          .add(FloatVector.fromArray(FLOATS, made, at))
          .intoArray(made, at);
      odds.mul(oddScales.mul(xScales[group + r]))
          .add(FloatVector.fromArray(FLOATS, made, at + PAIRS))
          .intoArray(made, at + PAIRS);
    }
  }
}
