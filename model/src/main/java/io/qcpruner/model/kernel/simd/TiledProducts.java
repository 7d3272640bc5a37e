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
 * Products of several rows. The weights of four outputs are brought from memory, widened, into an
 * array that stays in the cache for all rows; then two rows meet four outputs in registers. Every
 * pair of row and output has the two sums, and the bits, that it has for a row alone.
 */
final class TiledProducts {
  static final int OUTPUTS = 4;
  static final int ROWS = 2;

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> PAIRS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  private final StoredType type;
  private final ByteBuffer w;
  private final int in;
  private final int full; // inputs that fill whole steps
  private final int end; // of the first sum's inputs
  private final int step;
  private final int second; // from the first sum's inputs to those of the second
  private final float[] weights; // [OUTPUTS, in]
  private final float[] sums = new float[ROWS * OUTPUTS * LANES];

  TiledProducts(StoredType type, ByteBuffer w, int in) {
    this.type = type;
    this.w = w;
    this.in = in;
    this.full = in - in % (4 * LANES);
    boolean wide = type == StoredType.F32;
    this.end = wide ? full : full / 2; // narrow inputs are laid out evens first
    this.step = wide ? 2 * LANES : LANES;
    this.second = wide ? LANES : full / 2;
    this.weights = new float[OUTPUTS * in];
  }

  /** Brings the weights of outputs o to o + 3. */
  void load(int o) {
    if (type == StoredType.F32) {
      w.slice(4 * o * in, 4 * OUTPUTS * in).order(LITTLE_ENDIAN).asFloatBuffer().get(weights);
      return;
    }
    for (int j = 0; j < OUTPUTS; j++) {
      int p = 2 * (o + j) * in;
      if (type == StoredType.F16) {
        widenF16(w, p, full / 2, weights, j * in);
      } else {
        widenBf16(w, p, full / 2, weights, j * in);
      }
      for (int i = full; i < in; i++) {
        weights[j * in + i] = type.number(w.getShort(p + 2 * i));
      }
    }
  }

  private static void widenF16(ByteBuffer w, int p, int pairs, float[] out, int at) {
    for (int i = 0; i < pairs; i += LANES) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p + 4 * i, LITTLE_ENDIAN);
      Lanes.evenHalves(v).intoArray(out, at + i);
      Lanes.oddHalves(v).intoArray(out, at + pairs + i);
    }
  }

  private static void widenBf16(ByteBuffer w, int p, int pairs, float[] out, int at) {
    for (int i = 0; i < pairs; i += LANES) {
      IntVector v = IntVector.fromByteBuffer(PAIRS, w, p + 4 * i, LITTLE_ENDIAN);
      v.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats().intoArray(out, at + i);
      v.and(0xFFFF0000).reinterpretAsFloats().intoArray(out, at + pairs + i);
    }
  }

  /** The loaded outputs of rows r and r + 1; y has output 0 of the loaded ones at {@code to}. */
  void twoRows(float[] x, int r, float[] y, int to, int stride) {
    sums(weights, in, end, step, second, x, r * in, sums);
    float factor = type == StoredType.F16 ? StoredType.F16_SUM_FACTOR : 1;
    for (int k = 0; k < ROWS; k++) {
      for (int j = 0; j < OUTPUTS; j++) {
        float tail = 0;
        for (int i = full; i < in; i++) {
          tail += weights[j * in + i] * x[(r + k) * in + i];
        }
        float total = LaneMath.byHalves(sums, (k * OUTPUTS + j) * LANES, LANES);
        y[to + k * stride + j] = total * factor + tail;
      }
    }
  }

  /** Lanes of the sums of both rows with all four outputs. */
  private static void sums(
      float[] w, int in, int end, int step, int second, float[] x, int row, float[] sums) {
    FloatVector a0 = FloatVector.zero(SPECIES);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    FloatVector b0 = a0;
    FloatVector b1 = a0;
    FloatVector b2 = a0;
    FloatVector b3 = a0;
    FloatVector c0 = a0;
    FloatVector c1 = a0;
    FloatVector c2 = a0;
    FloatVector c3 = a0;
    FloatVector d0 = a0;
    FloatVector d1 = a0;
    FloatVector d2 = a0;
    FloatVector d3 = a0;
    for (int i = 0; i < end; i += step) {
      FloatVector first = FloatVector.fromArray(SPECIES, x, row + i);
      FloatVector next = FloatVector.fromArray(SPECIES, x, row + in + i);
      FloatVector v = FloatVector.fromArray(SPECIES, w, i);
      a0 = v.fma(first, a0);
      c0 = v.fma(next, c0);
      v = FloatVector.fromArray(SPECIES, w, in + i);
      a1 = v.fma(first, a1);
      c1 = v.fma(next, c1);
      v = FloatVector.fromArray(SPECIES, w, 2 * in + i);
      a2 = v.fma(first, a2);
      c2 = v.fma(next, c2);
      v = FloatVector.fromArray(SPECIES, w, 3 * in + i);
      a3 = v.fma(first, a3);
      c3 = v.fma(next, c3);
      int k = i + second;
      first = FloatVector.fromArray(SPECIES, x, row + k);
      next = FloatVector.fromArray(SPECIES, x, row + in + k);
      v = FloatVector.fromArray(SPECIES, w, k);
      b0 = v.fma(first, b0);
      d0 = v.fma(next, d0);
      v = FloatVector.fromArray(SPECIES, w, in + k);
      b1 = v.fma(first, b1);
      d1 = v.fma(next, d1);
      v = FloatVector.fromArray(SPECIES, w, 2 * in + k);
      b2 = v.fma(first, b2);
      d2 = v.fma(next, d2);
      v = FloatVector.fromArray(SPECIES, w, 3 * in + k);
      b3 = v.fma(first, b3);
      d3 = v.fma(next, d3);
    }
    a0.add(b0).intoArray(sums, 0);
    a1.add(b1).intoArray(sums, LANES);
    a2.add(b2).intoArray(sums, 2 * LANES);
    a3.add(b3).intoArray(sums, 3 * LANES);
    c0.add(d0).intoArray(sums, 4 * LANES);
    c1.add(d1).intoArray(sums, 5 * LANES);
    c2.add(d2).intoArray(sums, 6 * LANES);
    c3.add(d3).intoArray(sums, 7 * LANES);
  }
}
