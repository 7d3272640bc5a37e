package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;

/**
 * Greedy maximum of a determinantal point process. Chen, Zhang and Zhou, "Fast Greedy MAP Inference
 * for Determinantal Point Process" (NeurIPS 2018), on the kernel of CDPruner.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>L_ij = q_i S_ij q_j</td><td>quality, similarity</td></tr>
 * <tr><td>d_i^2</td><td>residual[i]: variance left after the picks</td></tr>
 * <tr><td>c_i</td><td>column i of factors: a growing Cholesky factor</td></tr>
 * </table>
 *
 * <p>In double, because the residuals are differences of near numbers. Where the kernel runs out of
 * rank (residual at most 8 float32 units of the largest diagonal value) the rest is noise: the
 * remaining picks go by quality.
 */
public final class FastMap {

  /**
   * Similarities are float32: after the rank of low-rank features of up to 4096 columns they leave
   * residuals of at most 5 units in the last place of 1, of which no pick should hang.
   */
  private static final double RANK_GUARD = 8 * Math.ulp(1f);

  private final Matrix similarity;
  private final float[] quality;
  private final double[] residual;
  private final double[][] factors;
  private final int[] order;
  private final float[] gains;
  private double logDet;

  private FastMap(Matrix similarity, float[] quality, int k) {
    this.similarity = similarity;
    this.quality = quality;
    this.residual = new double[quality.length];
    this.factors = new double[k][quality.length];
    this.order = new int[k];
    this.gains = new float[k];
  }

  /**
   * The outcome.
   *
   * @param order picks in order
   * @param gains residual of each pick when it was made; 0 for those that go by quality
   * @param logDet log-determinant of the picks made before the guard
   * @param byQuality how many of the last picks go by quality
   */
  public record Result(int[] order, float[] gains, double logDet, int byQuality) {}

  /**
   * Picks k tokens, {@code k <= N}.
   *
   * @param similarity [N, N] cosine, not clipped
   * @param quality [N] relevance
   */
  public static Result select(Matrix similarity, float[] quality, int k) {
    if (similarity.rows() != quality.length || similarity.cols() != quality.length) {
      throw new IllegalArgumentException(
          quality.length
              + " qualities for a "
              + similarity.rows()
              + " x "
              + similarity.cols()
              + " similarity");
    }
    if (k < 0 || k > quality.length) {
      throw new IllegalArgumentException(k + " picks of " + quality.length);
    }
    return new FastMap(similarity, quality, k).run();
  }

  private Result run() {
    double largest = 0;
    for (int i = 0; i < residual.length; i++) {
      residual[i] = (double) quality[i] * quality[i] * similarity.get(i, i);
      largest = Math.max(largest, residual[i]);
    }
    int count = 0;
    while (count < order.length) {
      int best = argmax();
      if (!(residual[best] > RANK_GUARD * largest)) {
        break;
      }
      take(best, count++);
    }
    int guarded = order.length - count;
    fillByQuality(count);
    return new Result(order, gains, logDet, guarded);
  }

  private int argmax() {
    int best = 0;
    for (int i = 1; i < residual.length; i++) {
      if (residual[i] > residual[best]) {
        best = i;
      }
    }
    return best;
  }

  private void take(int pick, int count) {
    order[count] = pick;
    gains[count] = (float) residual[pick];
    logDet += StrictMath.log(residual[pick]);
    Kernels.logDetUpdate(similarity, quality, pick, factors, count, residual);
  }

  private void fillByQuality(int from) {
    boolean[] picked = new boolean[quality.length];
    for (int t = 0; t < from; t++) {
      picked[order[t]] = true;
    }
    int count = from;
    for (int i : Kernels.topK(quality, quality.length)) {
      if (count < order.length && !picked[i]) {
        order[count++] = i;
      }
    }
    Arrays.fill(gains, from, gains.length, 0f);
  }
}
