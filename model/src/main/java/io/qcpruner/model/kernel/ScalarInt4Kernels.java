package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * One number after the other: the twin that vector code is compared with, and that serves until
 * that is compiled. Codes are copied to an array first, because code that is not yet compiled is
 * slow at reading buffers.
 */
final class ScalarInt4Kernels implements Int4Kernels {
  private static final int PANEL = Int4Matrix.PANEL;
  private static final int GROUP = Int4Matrix.GROUP;
  private static final int SIDE = Int4Matrix.SIDE;

  /** 16-bit numbers, of four codes each, that an output has in a group. */
  private static final int STEPS = GROUP / 4;

  @Override
  public void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y) {
    int outputs = (end - first) * PANEL;
    for (int o = 0; o < outputs; o++) {
      short[] codes = codes(w, first * PANEL + o);
      for (int r = 0; r < x.rows(); r++) {
        float total = 0;
        for (int g = 0; g < w.groups(); g++) {
          float scale = w.scale(first * PANEL + o, g) * x.scales()[g * x.rows() + r];
          total += sum(codes, g, x.codes(), x.rows(), r) * scale;
        }
        y[r * outputs + o] = total;
      }
    }
  }

  private static int sum(short[] codes, int g, short[] x, int rows, int r) {
    int sum = 0;
    for (int s = 0; s < STEPS; s++) {
      int q = codes[g * STEPS + s];
      int i = (g * GROUP + 4 * s) * rows + r;
      sum += steps(q) * x[i];
      sum += steps(q >> 4) * x[i + rows];
      sum += steps(q >> 8) * x[i + 2 * rows];
      sum += steps(q >> 12) * x[i + 3 * rows];
    }
    return sum;
  }

  /** The weight over its scale. */
  private static int steps(int code) {
    return (code & 15) - Int4Matrix.ZERO;
  }

  /** All codes of an output, four in each number. */
  private static short[] codes(Int4Matrix w, int output) {
    short[] codes = new short[w.groups() * STEPS];
    int at = w.codesAt(output / PANEL, output % 2) + output % PANEL / 2 * Short.BYTES;
    for (int s = 0; s < codes.length; s++) {
      codes[s] = w.codes().getShort(at + s * SIDE * Short.BYTES);
    }
    return codes;
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
    byte[] made = new byte[w.groups() * GROUP * PANEL];
    for (int o = 0; o < PANEL; o++) {
      int output = panel * PANEL + o;
      float most = 0;
      for (int g = 0; g < w.groups(); g++) {
        most = Math.max(most, Math.abs(w.scale(output, g)));
      }
      scales[at + o] = Int4Matrix.byteScale(most);
      float inverse = Int4Matrix.byteInverse(most);
      short[] codes = codes(w, output);
      int sum = 0;
      for (int g = 0; g < w.groups(); g++) {
        int factor = (int) Math.rint(w.scale(output, g) * inverse);
        sum += group(codes, g, factor, Math.min(GROUP, w.inputs() - g * GROUP), made, o);
      }
      sums[at + o] = sum;
    }
    for (int i = 0; i < w.inputs(); i++) {
      out.put(offset + i * stride, made, i * PANEL, PANEL);
    }
  }

  /** The codes of a group as bytes; returns their sum. */
  private static int group(short[] codes, int g, int factor, int count, byte[] made, int o) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      int steps = steps(codes[g * STEPS + i / 4] >> 4 * (i % 4));
      int code = steps * factor + Int4Matrix.BYTE_ONE / 2 >> Int4Matrix.BYTE_SHIFT;
      made[(g * GROUP + i) * PANEL + o] = (byte) code;
      sum += code;
    }
    return sum;
  }
}
