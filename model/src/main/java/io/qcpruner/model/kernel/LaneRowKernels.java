package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * The kernels in plain arithmetic that adds in the order of vectors of so many lanes, so that it
 * gives the bits of vector code. It serves until that is compiled, and where there is none.
 */
public final class LaneRowKernels implements RowKernels {
  private final int lanes;
  private final LaneProducts products;
  private final LaneHalfAttention halves;

  public LaneRowKernels(int lanes) {
    this.lanes = lanes;
    this.products = new LaneProducts(lanes);
    this.halves = new LaneHalfAttention(lanes);
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public String name() {
    return "scalar-" + lanes;
  }

  @Override
  public void prepare(StoredType type, float[] x, int rows, int in, float[] prepared) {
    products.prepare(type, x, rows, in, prepared);
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
    ByteBuffer little = w.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (type == StoredType.F32) {
      products.floats(little, outputs, in, prepared, rows, y, at, stride);
    } else {
      products.narrow(type, little, outputs, in, prepared, rows, y, at, stride);
    }
  }

  @Override
  public void rmsNorm(float[] x, int at, float[] gain, int n, float eps, float[] y, int to) {
    int full = n - n % lanes;
    float[] sums = new float[lanes];
    for (int i = 0; i < full; i++) {
      sums[i % lanes] = Math.fma(x[at + i], x[at + i], sums[i % lanes]);
    }
    float squares = LaneMath.inOrder(sums);
    for (int i = full; i < n; i++) {
      squares += x[at + i] * x[at + i];
    }
    float scale = (float) (1 / Math.sqrt(squares / n + eps));
    for (int i = 0; i < n; i++) {
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
    FloatBuffer floats = keys.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    int full = dim - dim % lanes;
    float[] key = new float[dim];
    float[] sums = new float[lanes];
    for (int r = 0; r < rows; r++) {
      floats.get(offset / Float.BYTES + r * dim, key);
      Arrays.fill(sums, 0);
      for (int i = 0; i < full; i += lanes) {
        for (int j = 0; j < lanes; j++) {
          sums[j] = Math.fma(key[i + j], q[at + i + j], sums[j]);
        }
      }
      float total = LaneMath.byHalves(sums);
      for (int i = full; i < dim; i++) {
        total += key[i] * q[at + i];
      }
      scores[r] = total * scale;
    }
  }

  @Override
  public float largest(float[] x, int at, int n) {
    float most = 0;
    for (int i = at; i < at + n; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    return most;
  }

  @Override
  public void softmax(float[] scores, int n) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      most = Math.max(most, scores[i]);
    }
    int full = n - n % lanes;
    float[] sums = new float[lanes];
    for (int i = 0; i < full; i++) {
      scores[i] = LaneMath.exp(scores[i] - most);
      sums[i % lanes] += scores[i];
    }
    float sum = LaneMath.inOrder(sums);
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
    FloatBuffer floats = values.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    int full = dim - dim % lanes;
    float[] value = new float[dim];
    Arrays.fill(out, at, at + dim, 0);
    for (int r = 0; r < rows; r++) {
      floats.get(offset / Float.BYTES + r * dim, value);
      float weight = weights[r];
      for (int i = 0; i < full; i++) {
        out[at + i] = Math.fma(value[i], weight, out[at + i]);
      }
      for (int i = full; i < dim; i++) {
        out[at + i] += weight * value[i];
      }
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
    halves.scores(keys, offset, rows, dim, q, at, scale, scores);
  }

  @Override
  public void halfMix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    halves.mix(values, offset, rows, dim, weights, out, at);
  }

  @Override
  public void gate(float[] x, int gate, int up, int n, float[] out, int at) {
    int full = n - n % lanes;
    for (int i = 0; i < full; i++) {
      float g = x[gate + i];
      out[at + i] = g / (LaneMath.exp(-g) + 1) * x[up + i];
    }
    for (int i = full; i < n; i++) {
      float g = x[gate + i];
      out[at + i] = g / (1 + (float) Math.exp(-g)) * x[up + i];
    }
  }
}
