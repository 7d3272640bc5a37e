package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of one row with float weights, which are read in the order in which they lie. Two sums
 * run side by side for each output, as in {@link TiledProducts}.
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
      int p = 4 * o * in;
      for (int i = 0; i < full; i += STEP) {
        a =
            FloatVector.fromByteBuffer(SPECIES, w, p, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i), a);
        b =
            FloatVector.fromByteBuffer(SPECIES, w, p + BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + LANES), b);
        a =
            FloatVector.fromByteBuffer(SPECIES, w, p + 2 * BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + 2 * LANES), a);
        b =
            FloatVector.fromByteBuffer(SPECIES, w, p + 3 * BYTES, LITTLE_ENDIAN)
                .fma(FloatVector.fromArray(SPECIES, x, row + i + 3 * LANES), b);
        p += 4 * BYTES;
      }
      a.add(b).intoArray(lanes, 0);
      float tail = 0;
      for (int i = full; i < in; i++) {
        tail += Lanes.floatAt(w, 4 * (o * in + i)) * x[row + i];
      }
      y[to + o] = LaneMath.byHalves(lanes) + tail;
    }
  }
}
