package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * The kernels in plain arithmetic, in the order in which vectors of sixteen lanes add: the twin
 * that native code is compared with, and that serves where there is none.
 */
final class PlainKernels implements RowKernels {
  @Override
  public String name() {
    return "plain";
  }

  @Override
  public boolean servesPrompts(boolean codes) {
    return false;
  }

  @Override
  public void multiply(
      FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    PlainProducts.multiply(w, x, rows, y, stride);
  }

  @Override
  public void multiply(
      Int8Matrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    PlainInt8.multiply(w, x, rows, y, stride);
  }

  @Override
  public void multiply(
      Int4Matrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer room) {
    PlainInt4.multiply(w, first, count, x, rows, y, stride);
  }

  @Override
  public void rmsNorm(
      float[] x, int at, float[] gain, int n, float eps, float[] y, int to, ByteBuffer r) {
    int full = n - n % LaneMath.LANES;
    float[] sums = new float[LaneMath.LANES];
    for (int i = 0; i < full; i++) {
      sums[i % sums.length] = Math.fma(x[at + i], x[at + i], sums[i % sums.length]);
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
  public void gate(float[] x, int gate, int up, int n, float[] out, int at, ByteBuffer room) {
    for (int i = 0; i < n; i++) {
      float g = x[gate + i];
      out[at + i] = g / (LaneMath.exp(-g) + 1) * x[up + i];
    }
  }

  @Override
  public void attend(HeadRows head, float[] q, int at, float scale, float[] out, ByteBuffer room) {
    PlainAttention.attend(head, q, at, scale, out);
  }
}
