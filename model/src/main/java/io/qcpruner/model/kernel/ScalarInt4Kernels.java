package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/** One number after the other: the twin that vector code is compared with. */
final class ScalarInt4Kernels implements Int4Kernels {
  private static final int PANEL = Int4Matrix.PANEL;
  private static final int GROUP = Int4Matrix.GROUP;

  @Override
  public void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y) {
    int outputs = (end - first) * PANEL;
    for (int r = 0; r < x.rows(); r++) {
      for (int o = 0; o < outputs; o++) {
        y[r * outputs + o] = product(w, first * PANEL + o, x, r);
      }
    }
  }

  private static float product(Int4Matrix w, int output, Int8Tile x, int r) {
    float total = 0;
    for (int g = 0; g < w.groups(); g++) {
      int sum = 0;
      for (int i = g * GROUP; i < (g + 1) * GROUP; i++) {
        sum += w.steps(output, i) * x.codes()[i * x.rows() + r];
      }
      total += sum * (w.scale(output, g) * x.scales()[g * x.rows() + r]);
    }
    return total;
  }

  @Override
  public void toBytes(
      Int4Matrix w,
      int panel,
      ByteBuffer out,
      int offset,
      int stride,
      float[] scales,
      int[] sums,
      int at) {
    for (int o = 0; o < PANEL; o++) {
      int output = panel * PANEL + o;
      float most = 0;
      for (int g = 0; g < w.groups(); g++) {
        most = Math.max(most, Math.abs(w.scale(output, g)));
      }
      scales[at + o] = Int4Matrix.byteScale(most);
      float inverse = Int4Matrix.byteInverse(most);
      int sum = 0;
      for (int g = 0; g < w.groups(); g++) {
        int factor = (int) Math.rint(w.scale(output, g) * inverse);
        for (int i = g * GROUP; i < Math.min(w.inputs(), (g + 1) * GROUP); i++) {
          int code = w.steps(output, i) * factor + Int4Matrix.BYTE_ONE / 2 >> Int4Matrix.BYTE_SHIFT;
          out.put(offset + i * stride + o, (byte) code);
          sum += code;
        }
      }
      sums[at + o] = sum;
    }
  }
}
