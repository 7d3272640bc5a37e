package io.qcpruner.model.kernel.simd;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.qcpruner.model.kernel.LaneMath;
import io.qcpruner.model.kernel.LaneRowKernels;
import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.kernel.StoredType;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in the widest vectors of the machine. Vectors stay inside one method: where the
 * compiler does not inline a helper, each vector that crosses the call becomes an object.
 */
public final class VectorRowKernels implements RowKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  private final RowKernels twin = new LaneRowKernels(LANES);

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public String name() {
    return "vector-" + SPECIES.vectorBitSize();
  }

  @Override
  public void prepare(StoredType type, float[] x, int rows, int in, float[] prepared) {
    twin.prepare(type, x, rows, in, prepared);
  }

  @Override
  public void products(
      StoredType type,
      ByteBuffer w,
      int outputs,
      int in,
      float[] prepared,
      int rows,
      float[] y,
      int at,
      int stride) {
    float[] lanes = new float[2 * LANES];
    int done = rows == 1 ? 0 : tiled(type, w, outputs, in, prepared, rows, y, at, stride, lanes);
    for (int r = 0; r < rows; r++) {
      oneRow(type, w, done, outputs, in, prepared, r, y, at + r * stride, lanes);
    }
  }

  /** Several rows with as many outputs as fill tiles; returns how many those are. */
  private static int tiled(
      StoredType type,
      ByteBuffer w,
      int outputs,
      int in,
      float[] x,
      int rows,
      float[] y,
      int at,
      int stride,
      float[] lanes) {
    TiledProducts tile = new TiledProducts(type, w, in);
    int end = outputs - outputs % TiledProducts.OUTPUTS;
    int pairs = rows - rows % TiledProducts.ROWS;
    for (int o = 0; o < end; o += TiledProducts.OUTPUTS) {
      tile.load(o);
      for (int r = 0; r < pairs; r += TiledProducts.ROWS) {
        tile.twoRows(x, r, y, at + r * stride + o, stride);
      }
      for (int r = pairs; r < rows; r++) {
        oneRow(type, w, o, o + TiledProducts.OUTPUTS, in, x, r, y, at + r * stride, lanes);
      }
    }
    return end;
  }

  private static void oneRow(
      StoredType type,
      ByteBuffer w,
      int first,
      int end,
      int in,
      float[] x,
      int r,
      float[] y,
      int to,
      float[] lanes) {
    switch (type) {
      case F32 -> FloatProducts.oneRow(w, first, end, in, x, r, y, to, lanes);
      case F16, BF16 -> NarrowProducts.oneRow(type, w, first, end, in, x, r, y, to, lanes);
    }
  }

  @Override
  public void rmsNorm(float[] x, int at, float[] gain, int n, float eps, float[] y, int to) {
    FloatVector sum = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, at + i);
      sum = v.fma(v, sum);
    }
    float squares = inOrder(sum);
    for (int i = full; i < n; i++) {
      squares += x[at + i] * x[at + i];
    }
    float scale = (float) (1 / Math.sqrt(squares / n + eps));
    for (int i = 0; i < full; i += LANES) {
      FloatVector.fromArray(SPECIES, x, at + i)
          .mul(scale)
          .mul(FloatVector.fromArray(SPECIES, gain, i))
          .intoArray(y, to + i);
    }
    for (int i = full; i < n; i++) {
      y[to + i] = x[at + i] * scale * gain[i];
    }
  }

  @Override
  public void scores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    FloatScores.of(keys, offset, rows, dim, q, at, scale, scores);
  }

  @Override
  public float largest(float[] x, int at, int n) {
    FloatVector largest = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      largest = largest.max(FloatVector.fromArray(SPECIES, x, at + i).abs());
    }
    float most = largest.reduceLanes(VectorOperators.MAX);
    for (int i = at + full; i < at + n; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    return most;
  }

  @Override
  public void softmax(float[] scores, int n) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) { // the compiler makes vectors of it
      most = Math.max(most, scores[i]);
    }
    int full = n - n % LANES;
    FloatVector sums = FloatVector.zero(SPECIES);
    for (int i = 0; i < full; i += LANES) {
      FloatVector e = Lanes.exp(FloatVector.fromArray(SPECIES, scores, i).sub(most));
      e.intoArray(scores, i);
      sums = sums.add(e);
    }
    float sum = inOrder(sums);
    for (int i = full; i < n; i++) {
      scores[i] = (float) Math.exp(scores[i] - most);
      sum += scores[i];
    }
    float inverse = 1 / sum;
    for (int i = 0; i < n; i++) {
      scores[i] *= inverse;
    }
  }

  @Override
  public void mix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    int i = 0;
    for (; i + 4 * LANES <= dim; i += 4 * LANES) {
      FloatVector a = FloatVector.zero(SPECIES);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      for (int r = 0; r < rows; r++) {
        int from = offset + 4 * (r * dim + i);
        FloatVector weight = FloatVector.broadcast(SPECIES, weights[r]);
        a = FloatVector.fromByteBuffer(SPECIES, values, from, LITTLE_ENDIAN).fma(weight, a);
        from += 4 * LANES;
        b = FloatVector.fromByteBuffer(SPECIES, values, from, LITTLE_ENDIAN).fma(weight, b);
        from += 4 * LANES;
        c = FloatVector.fromByteBuffer(SPECIES, values, from, LITTLE_ENDIAN).fma(weight, c);
        from += 4 * LANES;
        d = FloatVector.fromByteBuffer(SPECIES, values, from, LITTLE_ENDIAN).fma(weight, d);
      }
      a.intoArray(out, at + i);
      b.intoArray(out, at + i + LANES);
      c.intoArray(out, at + i + 2 * LANES);
      d.intoArray(out, at + i + 3 * LANES);
    }
    for (; i + LANES <= dim; i += LANES) {
      FloatVector a = FloatVector.zero(SPECIES);
      for (int r = 0; r < rows; r++) {
        a =
            FloatVector.fromByteBuffer(SPECIES, values, offset + 4 * (r * dim + i), LITTLE_ENDIAN)
                .fma(FloatVector.broadcast(SPECIES, weights[r]), a);
      }
      a.intoArray(out, at + i);
    }
    for (; i < dim; i++) {
      float sum = 0;
      for (int r = 0; r < rows; r++) {
        sum += weights[r] * Lanes.floatAt(values, offset + 4 * (r * dim + i));
      }
      out[at + i] = sum;
    }
  }

  @Override
  public void halfScores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    HalfAttention.scores(keys, offset, rows, dim, q, at, scale, scores);
  }

  @Override
  public void halfMix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    HalfAttention.mix(values, offset, rows, dim, weights, out, at);
  }

  @Override
  public void gate(float[] x, int gate, int up, int n, float[] out, int at) {
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      FloatVector g = FloatVector.fromArray(SPECIES, x, gate + i);
      g.div(Lanes.exp(g.neg()).add(1))
          .mul(FloatVector.fromArray(SPECIES, x, up + i))
          .intoArray(out, at + i);
    }
    for (int i = full; i < n; i++) {
      float g = x[gate + i];
      out[at + i] = g / (1 + (float) Math.exp(-g)) * x[up + i];
    }
  }

  /** A reduction of the Vector API may add in any order. */
  private static float inOrder(FloatVector sums) {
    float[] lanes = new float[LANES];
    sums.intoArray(lanes, 0);
    return LaneMath.inOrder(lanes);
  }
}
