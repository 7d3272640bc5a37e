package io.qcpruner.kernels;

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
      FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer scratch) {
    PlainProducts.multiply(w, x, rows, y, stride);
  }

  @Override
  public void multiply(
      CodeMatrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer scratch) {
    if (w.bits() == CodeBits.EIGHT) {
      PlainBytes.multiply(w, first, count, x, rows, y, stride);
    } else {
      PlainCodes.multiply(w, first, count, x, rows, y, stride);
    }
  }

  @Override
  public void rmsNorm(ByteBuffer x, ByteBuffer gain, int rows, int n, float eps, ByteBuffer y) {
    PlainNorms.rmsNorm(x, gain, rows, n, eps, y);
  }

  @Override
  public void layerNorm(
      ByteBuffer x, ByteBuffer gain, ByteBuffer bias, int rows, int n, float eps, ByteBuffer y) {
    PlainNorms.layerNorm(x, gain, bias, rows, n, eps, y);
  }

  @Override
  public void activate(Nonlinearity f, RowView x, int rows, int n, RowView y) {
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        y.put(r, i, f.of(x.get(r, i)));
      }
    }
  }

  @Override
  public void swiglu(ByteBuffer x, int rows, int n, RowView out) {
    RowView from = new RowView(x, 0, 2 * n);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        float g = from.get(r, i);
        out.put(r, i, g / (LaneMath.exp(-g) + 1) * from.get(r, n + i));
      }
    }
  }

  @Override
  public void add(RowView a, RowView b, int rows, int n, RowView y) {
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        y.put(r, i, a.get(r, i) + b.get(r, i));
      }
    }
  }

  @Override
  public float round(CacheType type, RowView x, int rows, int dim, ByteBuffer out, int to) {
    float most = 0;
    for (int r = 0; r < rows; r++) {
      float[] row = x.copy(r, dim);
      type.put(out, to + r * type.rowBytes(dim), row);
      most = Math.max(most, LaneMath.largest(row, 0, dim));
    }
    return most;
  }

  @Override
  public void applyRopeAndAppend(
      CacheTable caches, HeadRange heads, ByteBuffer made, RowView queries) {
    PlainHeads.applyRopeAndAppend(caches.caches(), caches.each(), heads, made, queries);
  }

  @Override
  public void attend(
      CacheTable caches, HeadRange heads, RowView queries, RowView out, ByteBuffer scratch) {
    PlainHeads.attend(caches.caches(), heads, queries, out);
  }

  @Override
  public void attendPrompt(
      AttentionSpan span,
      RowView queries,
      RowView keys,
      RowView values,
      RowView out,
      ByteBuffer scratch) {
    PlainHeads.attendPrompt(span, queries, keys, values, out);
  }
}
