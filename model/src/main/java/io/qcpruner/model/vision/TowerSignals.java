package io.qcpruner.model.vision;

import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** What methods read off a tower's last executed layer. */
public final class TowerSignals {
  private TowerSignals() {}

  /** Queries of one head handled at a time, so that no full score matrix exists. */
  private static final long QUERY_BLOCK = 512;

  /**
   * [V, P] attention of the class row on the patches, summed over heads.
   *
   * @param q [V, H, R, d_h], class row first
   */
  public static Tensor classAttention(Tensor q, Tensor k) {
    return Scopes.keep(
        () -> {
          Tensor probabilities = scores(q.narrow(2, 0, 1), k).softmax(-1); // [V, H, 1, R]
          return probabilities.narrow(3, 1, k.size(2) - 1).sum(1).squeeze(1);
        });
  }

  /** [V, R] attention that each row receives: mean over heads, sum over queries. */
  public static Tensor columnAttention(Tensor q, Tensor k) {
    return Scopes.keep(
        () -> {
          long rows = q.size(2);
          Tensor total = scores(q.narrow(2, 0, 1), k).mul(new Scalar(0)).sum(1).squeeze(1);
          for (long head = 0; head < q.size(1); head++) {
            for (long start = 0; start < rows; start += QUERY_BLOCK) {
              long h = head;
              long from = start;
              Scopes.run(
                  () -> {
                    Tensor block =
                        q.narrow(1, h, 1).narrow(2, from, Math.min(QUERY_BLOCK, rows - from));
                    Tensor a = scores(block, k.narrow(1, h, 1)).softmax(-1);
                    total.add_(a.squeeze(1).sum(1));
                  });
            }
          }
          return total.div(new Scalar((double) q.size(1)));
        });
  }

  /**
   * [V, R] softmax over rows of the mean query against each key, averaged over heads: the saliency
   * of a tower without a class row or pooling head.
   */
  public static Tensor meanQueryAttention(Tensor q, Tensor k) {
    return Scopes.keep(
        () -> {
          Tensor mean = q.sum(2).div(new Scalar((double) q.size(2))).unsqueeze(2);
          return scores(mean, k).softmax(-1).sum(1).squeeze(1).div(new Scalar((double) q.size(1)));
        });
  }

  /** [V, R, d_h] keys averaged over heads. */
  public static Tensor meanKeys(Tensor k) {
    return k.sum(1).div(new Scalar((double) k.size(1)));
  }

  /** Mean of each run of {@code size} rows along dimension 1. */
  public static Tensor meanOfRuns(Tensor x, long size) {
    return x.unflatten(1, -1, size).sum(2).div(new Scalar((double) size));
  }

  private static Tensor scores(Tensor q, Tensor k) {
    double scale = 1 / Math.sqrt(Tensors.shape(q)[3]);
    return q.mul(new Scalar(scale)).matmul(k.transpose(2, 3));
  }
}
