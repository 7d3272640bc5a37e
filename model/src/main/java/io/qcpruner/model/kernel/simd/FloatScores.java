package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import java.nio.ByteBuffer;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of one query with float keys. A key is a few vectors long, so the query's vectors stay
 * in registers while the keys pass by.
 */
final class FloatScores {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int BYTES = 4 * LANES;

  /** Keys whose sums are stored before the first is read again: reading at once would wait. */
  static final int BLOCK = 32;

  private FloatScores() {}

  static void of(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    int full = dim - dim % LANES;
    float[] sums = new float[BLOCK * LANES];
    for (int r = 0; r < rows; r += BLOCK) {
      int count = Math.min(BLOCK, rows - r);
      int first = offset + 4 * r * dim;
      Arrays.fill(sums, 0);
      int i = 0;
      for (; i + 4 * LANES <= dim; i += 4 * LANES) {
        addFour(keys, first + 4 * i, count, 4 * dim, q, at + i, sums);
      }
      for (; i < full; i += LANES) {
        addOne(keys, first + 4 * i, count, 4 * dim, q, at + i, sums);
      }
      for (int k = 0; k < count; k++) {
        float total = LaneMath.byHalves(sums, k * LANES, LANES);
        for (i = full; i < dim; i++) {
          total += Lanes.floatAt(keys, first + 4 * (k * dim + i)) * q[at + i];
        }
        scores[r + k] = total * scale;
      }
    }
  }

  /** Adds the products of four vectors of some keys. */
  private static void addFour(
      ByteBuffer keys, int p, int count, int stride, float[] q, int at, float[] sums) {
    FloatVector a = FloatVector.fromArray(SPECIES, q, at);
    FloatVector b = FloatVector.fromArray(SPECIES, q, at + LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, q, at + 2 * LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, q, at + 3 * LANES);
    for (int k = 0; k < count; k++) {
      FloatVector sum = FloatVector.fromArray(SPECIES, sums, k * LANES);
      sum = FloatVector.fromByteBuffer(SPECIES, keys, p, LITTLE_ENDIAN).fma(a, sum);
      sum = FloatVector.fromByteBuffer(SPECIES, keys, p + BYTES, LITTLE_ENDIAN).fma(b, sum);
      sum = FloatVector.fromByteBuffer(SPECIES, keys, p + 2 * BYTES, LITTLE_ENDIAN).fma(c, sum);
      sum = FloatVector.fromByteBuffer(SPECIES, keys, p + 3 * BYTES, LITTLE_ENDIAN).fma(d, sum);
      sum.intoArray(sums, k * LANES);
      p += stride;
    }
  }

  /** The same for one vector. */
  private static void addOne(
      ByteBuffer keys, int p, int count, int stride, float[] q, int at, float[] sums) {
    FloatVector a = FloatVector.fromArray(SPECIES, q, at);
    for (int k = 0; k < count; k++) {
      FloatVector.fromByteBuffer(SPECIES, keys, p, LITTLE_ENDIAN)
          .fma(a, FloatVector.fromArray(SPECIES, sums, k * LANES))
          .intoArray(sums, k * LANES);
      p += stride;
    }
  }
}
