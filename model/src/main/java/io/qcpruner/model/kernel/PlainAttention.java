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
    float scale = (float) (1 / Math.sqrt(dim));
    float[] scores = new float[cache.seen()];
    float[] row = new float[dim];
    int full = dim - dim % LANES;
    for (int r = 0; r < scores.length; r++) {
      read(cache.narrow(), cache.keys(), from + r * dim, row);
      scores[r] = score(row, query, full) * scale;
    }
    softmax(scores);
    float[] made = new float[dim];
    for (int r = 0; r < scores.length; r++) {
      read(cache.narrow(), cache.values(), from + r * dim, row);
      for (int i = 0; i < full; i++) {
        made[i] = Math.fma(row[i], scores[r], made[i]);
      }
      for (int i = full; i < dim; i++) {
        made[i] += scores[r] * row[i];
      }
    }
    return made;
  }

  private static void read(boolean narrow, ByteBuffer numbers, int from, float[] row) {
    for (int i = 0; i < row.length; i++) {
      row[i] =
          narrow
              ? StoredType.F16.number(numbers.getShort(Short.BYTES * (from + i)))
              : numbers.getFloat(Float.BYTES * (from + i));
    }
  }

  private static float score(float[] key, float[] q, int full) {
    float[] sums = new float[LANES];
    for (int i = 0; i < full; i++) {
      sums[i % LANES] = Math.fma(key[i], q[i], sums[i % LANES]);
    }
    float total = LaneMath.byHalves(sums);
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
