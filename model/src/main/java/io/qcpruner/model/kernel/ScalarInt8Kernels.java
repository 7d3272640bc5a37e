package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One number after the other: the twin that vector code is compared with. */
final class ScalarInt8Kernels implements Int8Kernels {

  @Override
  public void products(ByteBuffer w, int outputs, int in, short[] x, int[] y) {
    for (int o = 0; o < outputs; o++) {
      int sum = 0;
      for (int i = 0; i < in; i++) {
        sum += w.get(o * in + i) * x[i];
      }
      y[o] = sum;
    }
  }

  @Override
  public void prepare(byte[] codes, int at, int in, short[] x) {
    for (int i = 0; i < in; i++) {
      x[i] = codes[at + i];
    }
  }

  @Override
  public float[] range(ByteBuffer x, int n) {
    ByteBuffer little = x.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    float least = 0;
    float most = 0;
    for (int i = 0; i < n; i++) {
      least = Math.min(least, little.getFloat(Float.BYTES * i));
      most = Math.max(most, little.getFloat(Float.BYTES * i));
    }
    return new float[] {least, most};
  }

  @Override
  public void round(ByteBuffer x, int n, float inverse, int zero, ByteBuffer codes) {
    ByteBuffer little = x.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < n; i++) {
      double code = Math.rint(Math.fma(little.getFloat(Float.BYTES * i), inverse, zero));
      codes.put(i, (byte) (Math.max(0, Math.min(255, code)) - 128));
    }
  }

  @Override
  public void finish(
      ByteBuffer sums,
      int rows,
      int shift,
      int[] weightSums,
      float[] factors,
      float[] bias,
      ByteBuffer out,
      int at,
      int stride) {
    ByteBuffer from = sums.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer to = out.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int outputs = factors.length;
    for (int r = 0; r < rows; r++) {
      for (int o = 0; o < outputs; o++) {
        int sum = from.getInt(Integer.BYTES * (r * outputs + o)) + shift * weightSums[o];
        float value = sum * factors[o];
        to.putFloat(at + r * stride + Float.BYTES * o, bias == null ? value : value + bias[o]);
      }
    }
  }
}
