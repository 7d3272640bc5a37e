package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Attention of one query to keys and values of 16-bit floats, which are widened as the weights of
 * {@link NarrowProducts} are: two numbers from every 32 bits, an even and an odd one.
 */
final class HalfAttention {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> PAIRS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int BYTES = 4 * LANES;

  private HalfAttention() {}

  static void scores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    int full = dim - dim % (2 * LANES);
    float[] turned = new float[full];
    StoredType.evensFirst(q, at, full, turned);
    float[] sums = new float[FloatScores.BLOCK * LANES];
    for (int r = 0; r < rows; r += FloatScores.BLOCK) {
      int count = Math.min(FloatScores.BLOCK, rows - r);
      int first = offset + 2 * r * dim;
      Arrays.fill(sums, 0);
      int i = 0;
      for (; i + 4 * LANES <= dim; i += 4 * LANES) {
        addTwo(keys, first + 2 * i, count, 2 * dim, turned, i / 2, sums);
      }
      if (i < full) {
        addOne(keys, first + 2 * i, count, 2 * dim, turned, i / 2, sums);
      }
      for (int k = 0; k < count; k++) {
        float total = LaneMath.byHalves(sums, k * LANES, LANES) * StoredType.F16_SUM_FACTOR;
        for (i = full; i < dim; i++) {
          total += Lanes.halfAt(keys, first + 2 * (k * dim + i)) * q[at + i];
        }
        scores[r + k] = total * scale;
      }
    }
  }

  /** Adds the products of two vectors of pairs of some keys. */
  private static void addTwo(
      ByteBuffer keys, int p, int count, int stride, float[] turned, int pair, float[] sums) {
    int odd = turned.length / 2 + pair;
    FloatVector a = FloatVector.fromArray(SPECIES, turned, pair);
    FloatVector b = FloatVector.fromArray(SPECIES, turned, odd);
    FloatVector c = FloatVector.fromArray(SPECIES, turned, pair + LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, turned, odd + LANES);
    for (int k = 0; k < count; k++) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, keys, p, LITTLE_ENDIAN);
      FloatVector sum = FloatVector.fromArray(SPECIES, sums, k * LANES);
      sum = Lanes.evenHalves(v).fma(a, sum);
      sum = Lanes.oddHalves(v).fma(b, sum);
      v = IntVector.fromByteBuffer(PAIRS, keys, p + BYTES, LITTLE_ENDIAN);
      sum = Lanes.evenHalves(v).fma(c, sum);
      Lanes.oddHalves(v).fma(d, sum).intoArray(sums, k * LANES);
      p += stride;
    }
  }

  /** The same for one vector. */
  private static void addOne(
      ByteBuffer keys, int p, int count, int stride, float[] turned, int pair, float[] sums) {
    FloatVector a = FloatVector.fromArray(SPECIES, turned, pair);
    FloatVector b = FloatVector.fromArray(SPECIES, turned, turned.length / 2 + pair);
    for (int k = 0; k < count; k++) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, keys, p, LITTLE_ENDIAN);
      FloatVector sum = FloatVector.fromArray(SPECIES, sums, k * LANES);
      sum = Lanes.evenHalves(v).fma(a, sum);
      Lanes.oddHalves(v).fma(b, sum).intoArray(sums, k * LANES);
      p += stride;
    }
  }

  static void mix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    float[] sums = new float[LANES];
    int i = 0;
    for (; i + 4 * LANES <= dim; i += 4 * LANES) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      for (int r = 0; r < rows; r++) {
        int from = offset + 2 * (r * dim + i);
        FloatVector weight =
            FloatVector.broadcast(SPECIES, weights[r] * StoredType.F16_INPUT_FACTOR);
        IntVector v = IntVector.fromByteBuffer(PAIRS, values, from, LITTLE_ENDIAN);
        a = Lanes.evenHalves(v).fma(weight, a);
        b = Lanes.oddHalves(v).fma(weight, b);
        v = IntVector.fromByteBuffer(PAIRS, values, from + BYTES, LITTLE_ENDIAN);
        c = Lanes.evenHalves(v).fma(weight, c);
        d = Lanes.oddHalves(v).fma(weight, d);
      }
      a.intoArray(sums, 0);
      everySecond(sums, out, at + i);
      b.intoArray(sums, 0);
      everySecond(sums, out, at + i + 1);
      c.intoArray(sums, 0);
      everySecond(sums, out, at + i + 2 * LANES);
      d.intoArray(sums, 0);
      everySecond(sums, out, at + i + 2 * LANES + 1);
    }
    for (; i + 2 * LANES <= dim; i += 2 * LANES) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      for (int r = 0; r < rows; r++) {
        int from = offset + 2 * (r * dim + i);
        FloatVector weight =
            FloatVector.broadcast(SPECIES, weights[r] * StoredType.F16_INPUT_FACTOR);
        IntVector v = IntVector.fromByteBuffer(PAIRS, values, from, LITTLE_ENDIAN);
        a = Lanes.evenHalves(v).fma(weight, a);
        b = Lanes.oddHalves(v).fma(weight, b);
      }
      a.intoArray(sums, 0);
      everySecond(sums, out, at + i);
      b.intoArray(sums, 0);
      everySecond(sums, out, at + i + 1);
    }
    for (; i < dim; i++) {
      float sum = 0;
      for (int r = 0; r < rows; r++) {
        sum += weights[r] * Lanes.halfAt(values, offset + 2 * (r * dim + i));
      }
      out[at + i] = sum;
    }
  }

  private static void everySecond(float[] sums, float[] out, int at) {
    for (int j = 0; j < LANES; j++) {
      out[at + 2 * j] = sums[j] * StoredType.F16_SUM_FACTOR;
    }
  }
}
