package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of one row with float weights. Two sums run side by side for each output, as in {@link
 * TiledProducts}. Two outputs that lie far apart go together: they share the row, and processors
 * fetch two streams of memory faster than one.
 */
final class FloatProducts {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int STEP = 4 * LANES;
  private static final int BYTES = 4 * LANES;

  private FloatProducts() {}

  /**
   * Outputs {@code first} to {@code end} of row r.
   *
   * @param lanes room for two vectors
   */
  static void oneRow(
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
    pairs(w, first, half, half, in, x, r * in, y, to, lanes);
    if (first + 2 * half < end) {
      pairs(w, end - 1, 1, 0, in, x, r * in, y, to, lanes);
    }
  }

  /** So many outputs from {@code first} on, each with the one that is so far apart. */
  private static void pairs(
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
    int other = 4 * apart * in;
    for (int o = first; o < first + count; o++) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      int p = 4 * o * in;
      for (int i = 0; i < full; i += 2 * LANES) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, row + i);
        FloatVector u = FloatVector.fromArray(SPECIES, x, row + i + LANES);
        a = FloatVector.fromByteBuffer(SPECIES, w, p, LITTLE_ENDIAN).fma(v, a);
        b = FloatVector.fromByteBuffer(SPECIES, w, p + BYTES, LITTLE_ENDIAN).fma(u, b);
        c = FloatVector.fromByteBuffer(SPECIES, w, p + other, LITTLE_ENDIAN).fma(v, c);
        d = FloatVector.fromByteBuffer(SPECIES, w, p + other + BYTES, LITTLE_ENDIAN).fma(u, d);
        p += 2 * BYTES;
      }
      a.add(b).intoArray(lanes, 0);
      c.add(d).intoArray(lanes, LANES);
      y[to + o] = LaneMath.byHalves(lanes, 0, LANES) + tail(w, o, full, in, x, row);
      y[to + o + apart] =
          LaneMath.byHalves(lanes, LANES, LANES) + tail(w, o + apart, full, in, x, row);
    }
  }

  private static float tail(ByteBuffer w, int o, int full, int in, float[] x, int row) {
    float sum = 0;
    for (int i = full; i < in; i++) {
      sum += Lanes.floatAt(w, 4 * (o * in + i)) * x[row + i];
    }
    return sum;
  }
}
