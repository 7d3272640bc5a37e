package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/** Norms of rows in plain arithmetic, in the order in which vectors of sixteen lanes add. */
final class PlainNorms {
  private PlainNorms() {}

  static void rmsNorm(ByteBuffer x, ByteBuffer gain, int rows, int n, float eps, ByteBuffer y) {
    RowView from = new RowView(x, 0, n);
    RowView to = new RowView(y, 0, n);
    RowView gains = new RowView(gain, 0, 0);
    int full = n - n % LaneMath.LANES;
    for (int r = 0; r < rows; r++) {
      float[] sums = new float[LaneMath.LANES];
      for (int i = 0; i < full; i++) {
        sums[i % sums.length] = Math.fma(from.get(r, i), from.get(r, i), sums[i % sums.length]);
      }
      float squares = LaneMath.inOrder(sums);
      for (int i = full; i < n; i++) {
        squares += from.get(r, i) * from.get(r, i);
      }
      float scale = (float) (1 / Math.sqrt(squares / n + eps));
      for (int i = 0; i < n; i++) {
        to.put(r, i, from.get(r, i) * scale * gains.get(0, i));
      }
    }
  }

  static void layerNorm(
      ByteBuffer x, ByteBuffer gain, ByteBuffer bias, int rows, int n, float eps, ByteBuffer y) {
    RowView from = new RowView(x, 0, n);
    RowView to = new RowView(y, 0, n);
    RowView gains = new RowView(gain, 0, 0);
    RowView biases = new RowView(bias, 0, 0);
    for (int r = 0; r < rows; r++) {
      float mean = sum(from, r, n) / n;
      float scale = (float) (1 / Math.sqrt(squares(from, r, n, mean) / n + eps));
      for (int i = 0; i < n; i++) {
        to.put(r, i, (from.get(r, i) - mean) * scale * gains.get(0, i) + biases.get(0, i));
      }
    }
  }

  private static float sum(RowView x, int row, int n) {
    int full = n - n % LaneMath.LANES;
    float[] sums = new float[LaneMath.LANES];
    for (int i = 0; i < full; i++) {
      sums[i % sums.length] += x.get(row, i);
    }
    float sum = LaneMath.inOrder(sums);
    for (int i = full; i < n; i++) {
      sum += x.get(row, i);
    }
    return sum;
  }

  /** The sum of squared distances from the mean. */
  private static float squares(RowView x, int row, int n, float mean) {
    int full = n - n % LaneMath.LANES;
    float[] sums = new float[LaneMath.LANES];
    for (int i = 0; i < full; i++) {
      float distance = x.get(row, i) - mean;
      sums[i % sums.length] = Math.fma(distance, distance, sums[i % sums.length]);
    }
    float squares = LaneMath.inOrder(sums);
    for (int i = full; i < n; i++) {
      squares += (x.get(row, i) - mean) * (x.get(row, i) - mean);
    }
    return squares;
  }
}
