package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;

/**
 * Products in plain arithmetic with the sums of vector code: an input's place in its vector decides
 * which lane of two sums it joins. Weights of an output are copied to an array first, because code
 * that is not yet compiled is slow at reading buffers.
 */
final class LaneProducts {
  private final int lanes;
  private final int step;

  LaneProducts(int lanes) {
    this.lanes = lanes;
    this.step = 4 * lanes;
  }

  /**
   * Whole steps: first even, then odd inputs of the row, scaled; the rest stays as it is. Vector
   * code reads two 16-bit weights at once, an even and an odd one.
   */
  void prepare(StoredType type, float[] x, int rows, int in, float[] prepared) {
    if (type == StoredType.F32) {
      System.arraycopy(x, 0, prepared, 0, rows * in);
      return;
    }
    float factor = type == StoredType.F16 ? StoredType.F16_INPUT_FACTOR : 1;
    int full = in - in % step;
    for (int r = 0; r < rows; r++) {
      int row = r * in;
      for (int i = 0; i < full; i += 2) {
        prepared[row + i / 2] = x[row + i] * factor;
        prepared[row + full / 2 + i / 2] = x[row + i + 1] * factor;
      }
      System.arraycopy(x, row + full, prepared, row + full, in - full);
    }
  }

  /** Of {@link RowKernels#products}, with float weights. */
  void floats(
      ByteBuffer little, int outputs, int in, float[] x, int rows, float[] y, int at, int stride) {
    FloatBuffer floats = little.asFloatBuffer();
    int full = in - in % step;
    float[] w = new float[in];
    float[] sums = new float[2 * lanes];
    for (int o = 0; o < outputs; o++) {
      floats.get(o * in, w);
      for (int r = 0; r < rows; r++) {
        int row = r * in;
        Arrays.fill(sums, 0);
        for (int i = 0; i < full; i += sums.length) {
          for (int j = 0; j < sums.length; j++) {
            sums[j] = Math.fma(w[i + j], x[row + i + j], sums[j]);
          }
        }
        float tail = 0;
        for (int i = full; i < in; i++) {
          tail += w[i] * x[row + i];
        }
        y[at + r * stride + o] = total(sums) + tail;
      }
    }
  }

  /** Of {@link RowKernels#products}, with 16-bit weights. */
  void narrow(
      StoredType type,
      ByteBuffer little,
      int outputs,
      int in,
      float[] x,
      int rows,
      float[] y,
      int at,
      int stride) {
    ShortBuffer shorts = little.asShortBuffer();
    int full = in - in % step;
    short[] stored = new short[in];
    float[] w = new float[in];
    float[] sums = new float[2 * lanes];
    float factor = type == StoredType.F16 ? StoredType.F16_SUM_FACTOR : 1;
    for (int o = 0; o < outputs; o++) {
      shorts.get(o * in, stored);
      widen(type, stored, full, w);
      for (int r = 0; r < rows; r++) {
        Arrays.fill(sums, 0);
        addPairs(w, full, x, r * in, sums);
        float tail = 0;
        for (int i = full; i < in; i++) {
          tail += type.number(stored[i]) * x[r * in + i];
        }
        y[at + r * stride + o] = total(sums) * factor + tail;
      }
    }
  }

  /** The weights of whole steps, those of 16-bit floats as small as vector code leaves them. */
  private static void widen(StoredType type, short[] stored, int full, float[] w) {
    if (type == StoredType.BF16) {
      for (int i = 0; i < full; i++) {
        w[i] = Float.intBitsToFloat(stored[i] << 16);
      }
    } else {
      for (int i = 0; i < full; i++) {
        w[i] = Float.intBitsToFloat((stored[i] << 13) & StoredType.F16_SIGN_AND_NUMBER);
      }
    }
  }

  /** Even inputs join the first sum, odd ones the second. */
  private void addPairs(float[] w, int full, float[] x, int row, float[] sums) {
    int odd = row + full / 2;
    for (int pair = 0; pair < full / 2; pair += lanes) {
      for (int j = 0; j < lanes; j++) {
        int at = 2 * (pair + j);
        sums[j] = Math.fma(w[at], x[row + pair + j], sums[j]);
        sums[lanes + j] = Math.fma(w[at + 1], x[odd + pair + j], sums[lanes + j]);
      }
    }
  }

  private float total(float[] sums) {
    for (int j = 0; j < lanes; j++) {
      sums[j] += sums[lanes + j];
    }
    return LaneMath.byHalves(sums, 0, lanes);
  }
}
