package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Attention of one row to one head, with the sums of vector code. */
final class PlainAttention {
  private static final int LANES = LaneMath.LANES;
  private static final int LARGEST_QUERY_CODE = 32767;

  private PlainAttention() {}

  /**
   * @param from where the keys and values that are seen begin, in bytes
   */
  static float[] attend(CacheRows cache, int from, float[] query) {
    int dim = query.length;
    CacheType type = cache.type();
    float scale = (float) (1 / Math.sqrt(dim));
    float[] scores = new float[cache.seen()];
    for (int r = 0; r < scores.length; r++) {
      int at = from + r * type.rowBytes(dim);
      scores[r] =
          type == CacheType.INT8
              ? codeScore(cache.keys(), at, query, scale)
              : score(type, cache.keys(), at, query) * scale;
    }
    softmax(scores);
    float[] sums = mixed(cache, from, dim, scores);
    return type == CacheType.INT8 ? BlockTurn.headBack(sums) : sums;
  }

  private static float[] mixed(CacheRows cache, int from, int dim, float[] scores) {
    CacheType type = cache.type();
    float[] made = new float[dim];
    int full = dim - dim % LANES;
    for (int r = 0; r < scores.length; r++) {
      int at = from + r * type.rowBytes(dim);
      for (int i = 0; i < dim; i++) {
        float weight = scores[r] * type.scale(cache.values(), at, i);
        float value = type.number(cache.values(), at, dim, i);
        made[i] = i < full ? Math.fma(value, weight, made[i]) : made[i] + weight * value;
      }
    }
    return made;
  }

  private static float score(CacheType type, ByteBuffer keys, int at, float[] q) {
    float[] sums = new float[LANES];
    int full = q.length - q.length % LANES;
    for (int i = 0; i < full; i++) {
      float key = type.number(keys, at, q.length, i);
      sums[i % LANES] = Math.fma(key, q[i], sums[i % LANES]);
    }
    float total = LaneMath.byHalves(sums);
    for (int i = full; i < q.length; i++) {
      total += type.number(keys, at, q.length, i) * q[i];
    }
    return total;
  }

  /** The query too has codes, of 16 bits, so that sums of products are exact. */
  private static float codeScore(ByteBuffer keys, int at, float[] query, float scale) {
    float[] q = BlockTurn.turnedHead(query);
    float most = LaneMath.largest(q, 0, q.length);
    float inverse = LaneMath.inverse(most, LARGEST_QUERY_CODE);
    int[] products = new int[q.length];
    for (int i = 0; i < q.length; i++) {
      int code = inverse == 0 ? 0 : LaneMath.nearest(q[i] * inverse);
      products[i] = code * (int) CacheType.INT8.number(keys, at, q.length, i);
    }
    float[] sums = new float[LANES];
    int full = q.length - q.length % CacheType.GROUP;
    for (int i = 0; i < full; i += 2) {
      int lane = i / 2 % LANES;
      float pair = products[i] + products[i + 1];
      sums[lane] = Math.fma(pair, CacheType.INT8.scale(keys, at, i), sums[lane]);
    }
    float total = LaneMath.byHalves(sums);
    if (full < q.length) {
      int rest = Arrays.stream(products, full, q.length).sum();
      total += rest * CacheType.INT8.scale(keys, at, full);
    }
    return total * (scale * (most / LARGEST_QUERY_CODE));
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
      most = score > most ? score : most; // NaN shows in the sum
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
