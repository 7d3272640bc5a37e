package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/** Products with 8-bit weights, one number after the other. */
final class PlainInt8 {
  private PlainInt8() {}

  static void multiply(
      Int8Matrix w, int first, int outputs, ByteBuffer rows, int count, ByteBuffer y, int stride) {
    int in = w.inputs();
    float[] x = new float[in];
    int[] codes = new int[in];
    for (int r = 0; r < count; r++) {
      rows.asFloatBuffer().get(r * in, x);
      float scale = round(x, codes);
      for (int o = 0; o < outputs; o++) {
        int sum = 0;
        for (int i = 0; i < in; i++) {
          sum += w.codes().get(w.index(first + o, i)) * codes[i];
        }
        float value = sum * w.scales().getFloat(Float.BYTES * (first + o)) * scale;
        y.putFloat(Float.BYTES * (r * stride + o), value);
      }
    }
  }

  /** Codes from -63 to 63, zeros for a row that holds no numbers; returns the scale of the row. */
  private static float round(float[] x, int[] codes) {
    float most = LaneMath.largest(x, 0, x.length);
    float inverse = LaneMath.inverse(most, Int8Matrix.LARGEST_INPUT);
    for (int i = 0; i < x.length; i++) {
      codes[i] = inverse == 0 ? 0 : LaneMath.nearest(x[i] * inverse);
    }
    return most / Int8Matrix.LARGEST_INPUT;
  }
}
