package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/** Products with weights of 4 bits, one number after the other. */
final class PlainCodes {
  private static final int GROUP = CodeBits.FOUR.group();
  private static final int LARGEST_INPUT = 127;

  private PlainCodes() {}

  static void multiply(
      CodeMatrix w, int first, int outputs, ByteBuffer rows, int count, ByteBuffer y, int stride) {
    int in = w.inputs();
    float[] x = new float[in];
    int[] codes = new int[w.groups() * GROUP];
    int[] sums = new int[w.groups()];
    float[] scales = new float[w.groups()];
    for (int r = 0; r < count; r++) {
      rows.asFloatBuffer().get(r * in, x);
      round(BlockTurn.turned(x), codes, sums, scales);
      for (int o = first; o < first + outputs; o++) {
        float value = 0;
        for (int g = 0; g < w.groups(); g++) {
          int dot = 0;
          for (int i = g * GROUP; i < (g + 1) * GROUP; i++) {
            dot += w.code(o, i) * codes[i];
          }
          int steps = w.scale(o, g) * dot + CodeMatrix.SHIFT_UNIT * w.shift(o, g) * sums[g];
          value = Math.fma((float) steps, scales[g], value);
        }
        y.putFloat(Float.BYTES * (r * stride + o - first), value * w.factor(o));
      }
    }
  }

  /** Codes from -127 to 127, zeros for a group that holds no numbers; and their sums. */
  private static void round(float[] x, int[] codes, int[] sums, float[] scales) {
    for (int g = 0; g < scales.length; g++) {
      int end = (g + 1) * GROUP;
      float most = LaneMath.largest(x, g * GROUP, end);
      float inverse = LaneMath.inverse(most, LARGEST_INPUT);
      scales[g] = most / LARGEST_INPUT;
      sums[g] = 0;
      for (int i = g * GROUP; i < end; i++) {
        codes[i] = inverse == 0 ? 0 : LaneMath.nearest(x[i] * inverse);
        sums[g] += codes[i];
      }
    }
  }
}
