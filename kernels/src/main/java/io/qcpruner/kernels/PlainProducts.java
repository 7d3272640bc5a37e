package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Products with stored weights. Every pair of row and output has two sums of sixteen lanes: sixteen
 * inputs join the first and the next sixteen the second.
 */
final class PlainProducts {
  private static final int LANES = LaneMath.LANES;

  /** Inputs that go through vectors together; what is left is added one by one. */
  private static final int STEP = 4 * LANES;

  private PlainProducts() {}

  static void multiply(FloatMatrix w, ByteBuffer rows, int count, ByteBuffer y, int stride) {
    int in = w.inputs();
    int full = in - in % STEP;
    float[] x = new float[in];
    float[] weights = new float[in];
    for (int r = 0; r < count; r++) {
      rows.asFloatBuffer().get(r * in, x);
      FloatBuffer out = y.asFloatBuffer();
      for (int o = 0; o < w.outputs(); o++) {
        read(w, o, weights);
        float[] sums = sums(weights, x, full);
        for (int j = 0; j < LANES; j++) {
          sums[j] += sums[LANES + j];
        }
        float total = LaneMath.byHalves(sums);
        float tail = 0;
        for (int i = full; i < in; i++) {
          tail += weights[i] * x[i];
        }
        out.put(r * stride + o, total + tail);
      }
    }
  }

  /** The weights of an output. */
  private static void read(FloatMatrix w, int output, float[] weights) {
    int in = w.inputs();
    if (w.type() == StoredType.F32) {
      w.numbers().asFloatBuffer().get(output * in, weights);
      return;
    }
    ShortBuffer stored = w.numbers().asShortBuffer();
    for (int i = 0; i < in; i++) {
      weights[i] = w.type().number(stored.get(output * in + i));
    }
  }

  private static float[] sums(float[] w, float[] x, int full) {
    float[] sums = new float[2 * LANES];
    for (int i = 0; i < full; i++) {
      int lane = i % sums.length;
      sums[lane] = Math.fma(w[i], x[i], sums[lane]);
    }
    return sums;
  }
}
