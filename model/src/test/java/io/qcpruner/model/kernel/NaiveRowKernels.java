package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One number after the other: the twin that vector code is compared with. */
final class NaiveRowKernels implements RowKernels {

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public String name() {
    return "naive";
  }

  @Override
  public void prepare(StoredType type, float[] x, int rows, int in, float[] prepared) {
    System.arraycopy(x, 0, prepared, 0, rows * in);
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
    for (int o = 0; o < outputs; o++) {
      for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int i = 0; i < in; i++) {
          sum += number(type, little, o * in + i) * prepared[r * in + i];
        }
        y[at + r * stride + o] = sum;
      }
    }
  }

  /** Number {@code index} of a little-endian buffer. */
  private static float number(StoredType type, ByteBuffer little, int index) {
    return switch (type) {
      case F32 -> little.getFloat(4 * index);
      case F16, BF16 -> type.number(little.getShort(2 * index));
    };
  }

  @Override
  public void rmsNorm(float[] x, int at, float[] gain, int n, float eps, float[] y, int to) {
    float squares = 0;
    for (int i = 0; i < n; i++) {
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
    scores(StoredType.F32, keys, offset, rows, dim, q, at, scale, scores);
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
    scores(StoredType.F16, keys, offset, rows, dim, q, at, scale, scores);
  }

  private static void scores(
      StoredType type,
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    ByteBuffer little = from(keys, offset);
    for (int r = 0; r < rows; r++) {
      float sum = 0;
      for (int i = 0; i < dim; i++) {
        sum += number(type, little, r * dim + i) * q[at + i];
      }
      scores[r] = sum * scale;
    }
  }

  private static ByteBuffer from(ByteBuffer bytes, int offset) {
    return bytes.slice(offset, bytes.limit() - offset).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public float largest(float[] x, int at, int n) {
    double most = 0;
    for (int i = at; i < at + n; i++) {
      most = Math.max(most, Math.max(x[i], -x[i]));
    }
    return (float) most;
  }

  @Override
  public void softmax(float[] scores, int n) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      most = Math.max(most, scores[i]);
    }
    float sum = 0;
    for (int i = 0; i < n; i++) {
      scores[i] = (float) Math.exp(scores[i] - most);
      sum += scores[i];
    }
    for (int i = 0; i < n; i++) {
      scores[i] /= sum;
    }
  }

  @Override
  public void mix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    mix(StoredType.F32, values, offset, rows, dim, weights, out, at);
  }

  @Override
  public void halfMix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    mix(StoredType.F16, values, offset, rows, dim, weights, out, at);
  }

  private static void mix(
      StoredType type,
      ByteBuffer values,
      int offset,
      int rows,
      int dim,
      float[] weights,
      float[] out,
      int at) {
    ByteBuffer little = from(values, offset);
    for (int i = 0; i < dim; i++) {
      float sum = 0;
      for (int r = 0; r < rows; r++) {
        sum += weights[r] * number(type, little, r * dim + i);
      }
      out[at + i] = sum;
    }
  }

  @Override
  public void gate(float[] x, int gate, int up, int n, float[] out, int at) {
    for (int i = 0; i < n; i++) {
      float g = x[gate + i];
      out[at + i] = g / (1 + (float) Math.exp(-g)) * x[up + i];
    }
  }
}
