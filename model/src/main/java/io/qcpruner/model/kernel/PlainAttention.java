package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/** Attention of one row to one head, with the sums of vector code. */
final class PlainAttention {
  private static final int LANES = LaneMath.LANES;

  private PlainAttention() {}

  /**
   * @param from where the keys and values that are seen begin, in numbers
   */
  static float[] attend(CacheRows cache, int from, float[] query) {
    int dim = query.length;
    boolean narrow = cache.narrow();
    float scale = (float) (1 / Math.sqrt(dim));
    float[] scores = new float[cache.seen()];
    float[] row = new float[dim];
    // 16-bit floats lie in pairs, so a vector's even and odd numbers must both fill a vector
    int full = dim - dim % (narrow ? 2 * LANES : LANES);
    for (int r = 0; r < scores.length; r++) {
      read(narrow, cache.keys(), from + r * dim, full, row);
      scores[r] = score(narrow, row, query, full) * scale;
    }
    softmax(scores);
    float[] made = new float[dim];
    for (int r = 0; r < scores.length; r++) {
      read(narrow, cache.values(), from + r * dim, full, row);
      float weight = narrow ? scores[r] * StoredType.F16_INPUT_FACTOR : scores[r];
      for (int i = 0; i < full; i++) {
        made[i] = Math.fma(row[i], weight, made[i]);
      }
      for (int i = full; i < dim; i++) {
        made[i] += scores[r] * row[i];
      }
    }
    for (int i = 0; narrow && i < full; i++) {
      made[i] *= StoredType.F16_SUM_FACTOR;
    }
    return made;
  }

  /** 16-bit floats in vectors as small as shifting their bits makes them. */
  private static void read(boolean narrow, ByteBuffer numbers, int from, int full, float[] row) {
    for (int i = 0; i < row.length; i++) {
      if (!narrow) {
        row[i] = numbers.getFloat(Float.BYTES * (from + i));
      } else {
        short bits = numbers.getShort(Short.BYTES * (from + i));
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
    float inverse = 1 / exponentials(scores);
    for (int i = 0; i < scores.length; i++) {
      scores[i] *= inverse;
    }
  }

  /** Turns scores into exponentials of their distance from the largest; returns their sum. */
  static float exponentials(float[] scores) {
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
    return sum;
  }
}
