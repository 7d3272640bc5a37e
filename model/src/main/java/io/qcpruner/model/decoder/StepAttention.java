package io.qcpruner.model.decoder;

import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.FewRows;
import java.nio.ByteOrder;

/** The attention of one new token in one layer, averaged over query heads, in doubles. */
final class StepAttention {
  private StepAttention() {}

  /**
   * @param query [1, H * d_h] of the token, rotated
   * @param cache of floats, with the token's own row as its last
   * @param seen how many of the last rows are in the layer's window
   * @return [rows of the cache]; 0 outside the window
   */
  static float[] of(FewRows query, KvCache cache, int heads, int kvHeads, long seen) {
    float[] q = new float[query.width()];
    query.numbers().slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(q);
    int held = (int) cache.length();
    int first = (int) (held - seen);
    int dim = q.length / heads;
    double[] sum = new double[held];
    float[] key = new float[dim];
    double[][] weights = new double[heads / kvHeads][held];
    for (int kv = 0; kv < kvHeads; kv++) {
      RowView keys = cache.keysOf(kv);
      var numbers = keys.numbers().duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      for (int row = first; row < held; row++) {
        numbers.get(keys.at() + row * keys.stride(), key);
        for (int g = 0; g < weights.length; g++) {
          weights[g][row] = dot(q, (kv * weights.length + g) * dim, key) / Math.sqrt(dim);
        }
      }
      for (double[] of : weights) {
        addSoftmax(of, first, sum);
      }
    }
    float[] out = new float[held];
    for (int row = first; row < held; row++) {
      out[row] = (float) (sum[row] / heads);
    }
    return out;
  }

  private static double dot(float[] q, int at, float[] key) {
    double sum = 0;
    for (int i = 0; i < key.length; i++) {
      sum += (double) q[at + i] * key[i];
    }
    return sum;
  }

  private static void addSoftmax(double[] scores, int first, double[] sum) {
    double most = Double.NEGATIVE_INFINITY;
    for (int row = first; row < scores.length; row++) {
      most = Math.max(most, scores[row]);
    }
    double all = 0;
    for (int row = first; row < scores.length; row++) {
      scores[row] = StrictMath.exp(scores[row] - most);
      all += scores[row];
    }
    for (int row = first; row < scores.length; row++) {
      sum[row] += scores[row] / all;
    }
  }
}
