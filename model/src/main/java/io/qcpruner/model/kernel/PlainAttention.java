package io.qcpruner.model.kernel;

import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/** Attention of one row to one head, with the sums of vector code. */
final class PlainAttention {
  private static final int LANES = LaneMath.LANES;

  private PlainAttention() {}

  static void attend(HeadRows head, float[] q, int at, float scale, float[] out) {
    float[] query = new float[head.dim()];
    System.arraycopy(q, at, query, 0, query.length);
    float[] scores = new float[head.rows()];
    float[] row = new float[head.dim()];
    // 16-bit floats lie in pairs, so a vector's even and odd numbers must both fill a vector
    int full = head.dim() - head.dim() % (head.narrow() ? 2 * LANES : LANES);
    for (int r = 0; r < scores.length; r++) {
      read(head, head.keys().asFloatBuffer(), head.keys().asShortBuffer(), r, full, row);
      scores[r] = score(head.narrow(), row, query, full) * scale;
    }
    softmax(scores);
    float[] made = new float[head.dim()];
    for (int r = 0; r < scores.length; r++) {
      read(head, head.values().asFloatBuffer(), head.values().asShortBuffer(), r, full, row);
      float weight = head.narrow() ? scores[r] * StoredType.F16_INPUT_FACTOR : scores[r];
      for (int i = 0; i < full; i++) {
        made[i] = Math.fma(row[i], weight, made[i]);
      }
      for (int i = full; i < made.length; i++) {
        made[i] += scores[r] * row[i];
      }
    }
    for (int i = 0; i < made.length; i++) {
      out[at + i] = head.narrow() && i < full ? made[i] * StoredType.F16_SUM_FACTOR : made[i];
    }
  }

  /** 16-bit floats in vectors as small as shifting their bits makes them. */
  private static void read(
      HeadRows head, FloatBuffer floats, ShortBuffer shorts, int r, int full, float[] row) {
    int from = head.offset() + r * row.length;
    for (int i = 0; i < row.length; i++) {
      if (!head.narrow()) {
        row[i] = floats.get(from + i);
      } else {
        short bits = shorts.get(from + i);
        row[i] = i < full ? StoredType.shifted(bits) : StoredType.F16.number(bits);
      }
    }
  }

  private static float score(boolean narrow, float[] key, float[] q, int full) {
    float[] sums = new float[LANES];
    for (int i = 0; i < full; i++) {
      int lane = narrow ? i / 2 % LANES : i % LANES;
      float input = narrow ? q[i] * StoredType.F16_INPUT_FACTOR : q[i];
      sums[lane] = Math.fma(key[i], input, sums[lane]);
    }
    float total = LaneMath.byHalves(sums) * (narrow ? StoredType.F16_SUM_FACTOR : 1);
    for (int i = full; i < key.length; i++) {
      total += key[i] * q[i];
    }
    return total;
  }

  /** Turns scores into weights that add up to one. */
  private static void softmax(float[] scores) {
    float most = Float.NEGATIVE_INFINITY;
    for (float score : scores) {
      most = score > most ? score : most; // what is no number shows in the sum
    }
    int full = scores.length - scores.length % LANES;
    float[] sums = new float[LANES];
    for (int i = 0; i < full; i++) {
      scores[i] = LaneMath.exp(scores[i] - most);
      sums[i % LANES] += scores[i];
    }
    float sum = LaneMath.inOrder(sums);
    for (int i = full; i < scores.length; i++) {
      scores[i] = LaneMath.exp(scores[i] - most);
      sum += scores[i];
    }
    float inverse = 1 / sum;
    for (int i = 0; i < scores.length; i++) {
      scores[i] *= inverse;
    }
  }
}
