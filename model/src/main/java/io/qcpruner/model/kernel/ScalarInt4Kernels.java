package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One number after the other: the twin that vector code is compared with. */
final class ScalarInt4Kernels implements Int4Kernels {

  @Override
  public void product(Int4Matrix w, int panel, Int8Row x, float[] y, int at) {
    for (int lane = 0; lane < Int4Matrix.BLOCK; lane++) {
      float total = 0;
      for (int g = 0; g < w.groups(); g++) {
        int block = panel * w.groups() + g;
        int sum = 0;
        for (int i = 0; i < Int4Matrix.BLOCK; i++) {
          sum += w.steps(block, lane, i) * x.codes()[g * Int4Matrix.BLOCK + i];
        }
        float scale =
            w.scales().getFloat(block * Int4Matrix.SCALE_BYTES + lane * Float.BYTES)
                * x.scales()[g];
        total += sum * scale;
      }
      y[at + lane] = total;
    }
  }

  @Override
  public void widen(Int4Matrix w, int panel, ByteBuffer out, int offset, int stride) {
    ByteBuffer little = out.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < w.inputs(); i++) {
      for (int lane = 0; lane < Int4Matrix.BLOCK; lane++) {
        float weight = w.weight(panel * Int4Matrix.BLOCK + lane, i);
        little.putFloat(offset + i * stride + lane * Float.BYTES, weight);
      }
    }
  }
}
