package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Products with weights of 8 bits, one number after the other. */
final class PlainBytes {
  private static final int BLOCK = BlockTurn.BLOCK;
  private static final int LARGEST_INPUT = 127;

  private PlainBytes() {}

  static void multiply(
      CodeMatrix w, int first, int outputs, ByteBuffer rows, int count, ByteBuffer y, int stride) {
    int in = w.inputs();
    float[] x = new float[in];
    int[] codes = new int[w.groups() * BLOCK];
    float[] scales = new float[w.groups()];
    for (int r = 0; r < count; r++) {
      rows.asFloatBuffer().get(r * in, x);
      round(BlockTurn.turned(x), codes, scales);
      for (int o = first; o < first + outputs; o++) {
        float value = 0;
        for (int b = 0; b < scales.length; b++) {
          int dot = 0;
          for (int i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
            dot += w.code(o, i) * codes[i];
          }
          value = Math.fma((float) dot, scales[b], value);
        }
        y.putFloat(Float.BYTES * (r * stride + o - first), value * w.factor(o));
      }
    }
  }

  /** Codes from -127 to 127, zeros for a block that holds no numbers. */
  private static void round(float[] turned, int[] codes, float[] scales) {
    Arrays.fill(codes, 0);
    for (int b = 0; b < scales.length; b++) {
      int end = (b + 1) * BLOCK;
      float most = LaneMath.largest(turned, b * BLOCK, end);
      float inverse = LaneMath.inverse(most, LARGEST_INPUT);
      scales[b] = most / LARGEST_INPUT;
      for (int i = b * BLOCK; i < end && inverse != 0; i++) {
        codes[i] = LaneMath.nearest(turned[i] * inverse);
      }
    }
  }
}
