package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products with float weights. Four sums run side by side for each pair of row and output, and the
 * weights are read in the order in which they lie. A pair's sums are the same in both methods.
 */
final class FloatProducts {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int STEP = 4 * LANES;
  private static final int BYTES = 4 * LANES;

  private FloatProducts() {}

  /** Outputs {@code first} to {@code end} of row r. */
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
    int full = in - in % STEP;
    int row = r * in;
    for (int o = first; o < end; o++) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      int p = 4 * o * in;
      for (int i = 0; i < full; i += STEP) {
        a =
            FloatVector.fromByteBuffer(SPECIES, w, p, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i), a);
        b =
            FloatVector.fromByteBuffer(SPECIES, w, p + BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + LANES), b);
        c =
            FloatVector.fromByteBuffer(SPECIES, w, p + 2 * BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + 2 * LANES), c);
        d =
            FloatVector.fromByteBuffer(SPECIES, w, p + 3 * BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + 3 * LANES), d);
        p += 4 * BYTES;
      }
      a.add(b).add(c.add(d)).intoArray(lanes, 0);
      y[to + o] = LaneMath.inPairs(lanes) + tail(w, p, in - full, x, row + full);
    }
  }

  /** Output o of rows r and r + 1: one read of the weights serves both. */
  static void twoRows(
      ByteBuffer w, int o, int in, float[] x, int r, float[] y, int to, int stride, float[] lanes) {
    int full = in - in % STEP;
    int first = r * in;
    int second = first + in;
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    FloatVector e = a;
    FloatVector f = a;
    FloatVector g = a;
    FloatVector h = a;
    int p = 4 * o * in;
    for (int i = 0; i < full; i += STEP) {
      FloatVector v = FloatVector.fromByteBuffer(SPECIES, w, p, LITTLE_ENDIAN);
      a = v.fma(FloatVector.fromArray(SPECIES, x, first + i), a);
      e = v.fma(FloatVector.fromArray(SPECIES, x, second + i), e);
      v = FloatVector.fromByteBuffer(SPECIES, w, p + BYTES, LITTLE_ENDIAN);
      b = v.fma(FloatVector.fromArray(SPECIES, x, first + i + LANES), b);
      f = v.fma(FloatVector.fromArray(SPECIES, x, second + i + LANES), f);
      v = FloatVector.fromByteBuffer(SPECIES, w, p + 2 * BYTES, LITTLE_ENDIAN);
      c = v.fma(FloatVector.fromArray(SPECIES, x, first + i + 2 * LANES), c);
      g = v.fma(FloatVector.fromArray(SPECIES, x, second + i + 2 * LANES), g);
      v = FloatVector.fromByteBuffer(SPECIES, w, p + 3 * BYTES, LITTLE_ENDIAN);
      d = v.fma(FloatVector.fromArray(SPECIES, x, first + i + 3 * LANES), d);
      h = v.fma(FloatVector.fromArray(SPECIES, x, second + i + 3 * LANES), h);
      p += 4 * BYTES;
    }
    a.add(b).add(c.add(d)).intoArray(lanes, 0);
    y[to + o] = LaneMath.inPairs(lanes) + tail(w, p, in - full, x, first + full);
    e.add(f).add(g.add(h)).intoArray(lanes, 0);
    y[to + stride + o] = LaneMath.inPairs(lanes) + tail(w, p, in - full, x, second + full);
  }

  private static float tail(ByteBuffer w, int p, int count, float[] x, int at) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Lanes.floatAt(w, p + 4 * i) * x[at + i];
    }
    return sum;
  }
}
