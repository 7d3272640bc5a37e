package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/** Products with 4-bit weights, one number after the other. */
final class PlainInt4 {
  private static final int GROUP = Int4Matrix.GROUP;
  private static final int LARGEST_INPUT = 127;

  private PlainInt4() {}

  static void multiply(
      Int4Matrix w, int first, int count, ByteBuffer rows, int n, ByteBuffer y, int stride) {
    int in = w.inputs();
    float[] x = new float[in];
    int[] codes = new int[in];
    float[] scales = new float[w.groups()];
    for (int r = 0; r < n; r++) {
      rows.asFloatBuffer().get(r * in, x);
      round(x, codes, scales);
      for (int o = first; o < first + count; o++) {
        float value = 0;
        for (int g = 0; g < w.groups(); g++) {
          int sum = 0;
          for (int i = g * GROUP; i < Math.min(in, (g + 1) * GROUP); i++) {
            sum += w.steps(o, i) * codes[i];
          }
          value += sum * (w.scale(o, g) * scales[g]);
        }
        y.putFloat(Float.BYTES * (r * stride + o - first), value);
      }
    }
  }

  /** Codes from -127 to 127, zeros for a group that holds no numbers. */
  private static void round(float[] x, int[] codes, float[] scales) {
    for (int g = 0; g < scales.length; g++) {
      int end = Math.min(x.length, (g + 1) * GROUP);
      float most = LaneMath.largest(x, g * GROUP, end);
      float inverse = LaneMath.inverse(most, LARGEST_INPUT);
      scales[g] = most / LARGEST_INPUT;
      for (int i = g * GROUP; i < end; i++) {
        codes[i] = inverse == 0 ? 0 : LaneMath.nearest(x[i] * inverse);
      }
    }
  }
}
