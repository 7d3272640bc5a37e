package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;

/**
 * Attention to keys and values of 16-bit floats in plain arithmetic, with the sums of vector code.
 */
final class LaneHalfAttention {
  private final int lanes;

  LaneHalfAttention(int lanes) {
    this.lanes = lanes;
  }

  /** How many numbers of a row vector code takes: even and odd ones fill a vector each. */
  private int full(int dim) {
    return dim - dim % (2 * lanes);
  }

  private static ShortBuffer shorts(ByteBuffer bytes) {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
  }

  /** A number as small as vector code leaves it. */
  private static float shifted(short bits) {
    return Float.intBitsToFloat((bits << 13) & StoredType.F16_SIGN_AND_NUMBER);
  }

  void scores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores) {
    ShortBuffer shorts = shorts(keys);
    int full = full(dim);
    float[] turned = new float[full];
    StoredType.evensFirst(q, at, full, turned);
    short[] key = new short[dim];
    float[] sums = new float[lanes];
    for (int r = 0; r < rows; r++) {
      shorts.get(offset / Short.BYTES + r * dim, key);
      Arrays.fill(sums, 0);
      for (int i = 0; i < full / 2; i += lanes) {
        for (int j = 0; j < lanes; j++) {
          int pair = 2 * (i + j);
          sums[j] = Math.fma(shifted(key[pair]), turned[i + j], sums[j]);
          sums[j] = Math.fma(shifted(key[pair + 1]), turned[full / 2 + i + j], sums[j]);
        }
      }
      float total = LaneMath.byHalves(sums) * StoredType.F16_SUM_FACTOR;
      for (int i = full; i < dim; i++) {
        total += StoredType.F16.number(key[i]) * q[at + i];
      }
      scores[r] = total * scale;
    }
  }

  void mix(ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at) {
    ShortBuffer shorts = shorts(values);
    int full = full(dim);
    short[] value = new short[dim];
    Arrays.fill(out, at, at + dim, 0);
    for (int r = 0; r < rows; r++) {
      shorts.get(offset / Short.BYTES + r * dim, value);
      float weight = weights[r] * StoredType.F16_INPUT_FACTOR;
      for (int i = 0; i < full; i++) {
        out[at + i] = Math.fma(shifted(value[i]), weight, out[at + i]);
      }
      for (int i = full; i < dim; i++) {
        out[at + i] += weights[r] * StoredType.F16.number(value[i]);
      }
    }
    for (int i = 0; i < full; i++) {
      out[at + i] *= StoredType.F16_SUM_FACTOR;
    }
  }
}
