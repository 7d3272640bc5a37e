package io.qcpruner.model.kernel;

import java.util.Arrays;

/**
 * One number after the other: the twin that vector code is compared with, and that serves until
 * that is compiled. Codes of one side of a panel are copied to an array and read in their order,
 * because code that is not yet compiled is slow at reading buffers.
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
    int[] sums = new int[SIDE];
    for (int panel = first; panel < end; panel++) {
      for (int side = 0; side < 2; side++) {
        short[] codes = codes(w, panel, side);
        for (int r = 0; r < x.rows(); r++) {
          int at = r * outputs + (panel - first) * PANEL + side;
          for (int lane = 0; lane < SIDE; lane++) {
            y[at + 2 * lane] = 0;
          }
          for (int g = 0; g < w.groups(); g++) {
            sums(codes, g, x, r, sums);
            float xScale = x.scales()[g * x.rows() + r];
            for (int lane = 0; lane < SIDE; lane++) {
              float scale = w.scale(panel * PANEL + 2 * lane + side, g) * xScale;
              y[at + 2 * lane] += sums[lane] * scale;
            }
          }
        }
      }
    }
  }

  /** The sums of one group with row r. */
  private static void sums(short[] codes, int g, Int8Tile tile, int r, int[] sums) {
    Arrays.fill(sums, 0);
    short[] x = tile.codes();
    int rows = tile.rows();
    for (int s = g * STEPS; s < (g + 1) * STEPS; s++) {
      int a = x[4 * s * rows + r];
      int b = x[(4 * s + 1) * rows + r];
      int c = x[(4 * s + 2) * rows + r];
      int d = x[(4 * s + 3) * rows + r];
      for (int lane = 0; lane < SIDE; lane++) {
        int q = codes[s * SIDE + lane];
        sums[lane] += steps(q) * a + steps(q >> 4) * b + steps(q >> 8) * c + steps(q >> 12) * d;
      }
    }
  }

  /** The weight over its scale. */
  private static int steps(int code) {
    return (code & 15) - Int4Matrix.ZERO;
  }

  /** The codes of one side of a panel, [groups · 8, 32]. */
  private static short[] codes(Int4Matrix w, int panel, int side) {
    short[] codes = new short[w.groups() * STEPS * SIDE];
    w.codes().asShortBuffer().get(w.codesAt(panel, side) / Short.BYTES, codes);
    return codes;
  }

  @Override
  public void toBytes(
      Int4Matrix w,
      int panel,
      short[] out,
      int offset,
      int stride,
      float[] scales,
      int[] sums,
      int at) {
    float[] inverses = new float[PANEL];
    for (int o = 0; o < PANEL; o++) {
      float most = 0;
      for (int g = 0; g < w.groups(); g++) {
        most = Math.max(most, Math.abs(w.scale(panel * PANEL + o, g)));
      }
      scales[at + o] = Int4Matrix.byteScale(most);
      sums[at + o] = 0;
      inverses[o] = Int4Matrix.byteInverse(most);
    }
    short[] even = codes(w, panel, 0);
    short[] odd = codes(w, panel, 1);
    int[] factors = new int[PANEL];
    for (int g = 0; g < w.groups(); g++) {
      for (int o = 0; o < PANEL; o++) {
        factors[o] = (int) Math.rint(w.scale(panel * PANEL + o, g) * inverses[o]);
      }
      for (int i = g * GROUP; i < (g + 1) * GROUP; i++) {
        input(even, odd, i, factors, out, offset + i * stride, sums, at);
      }
    }
  }

  /** The codes of one input. */
  private static void input(
      short[] even, short[] odd, int i, int[] factors, short[] out, int to, int[] sums, int at) {
    int step = i / 4 * SIDE;
    int shift = 4 * (i % 4);
    for (int lane = 0; lane < SIDE; lane++) {
      int a = code(even[step + lane] >> shift, factors[2 * lane]);
      int b = code(odd[step + lane] >> shift, factors[2 * lane + 1]);
      sums[at + 2 * lane] += a;
      sums[at + 2 * lane + 1] += b;
      out[to + lane] = (short) (a & 0xFF | b << 8);
    }
  }

  private static int code(int steps, int factor) {
    return steps(steps) * factor + Int4Matrix.BYTE_ONE / 2 >> Int4Matrix.BYTE_SHIFT;
  }
}
