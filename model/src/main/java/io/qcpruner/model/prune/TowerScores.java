package io.qcpruner.model.prune;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Scores taken from the inside of a vision tower, recomputed from the queries and keys of one layer
 * because fused attention hides its probabilities. Everything in float32.
 */
final class TowerScores {
  /** Query rows whose attention is held at once, so that large pictures stay small in memory. */
  private static final long QUERY_BLOCK = 512;

  private TowerScores() {}

  /**
   * Attention of the class row on the patches, summed over heads.
   *
   * @param queries [V, H, R, d_h], class row first
   * @param keys [V, H, R, d_h]
   * @return [V, P]
   */
  static Tensor classAttention(Tensor queries, Tensor keys) {
    Tensor probabilities = softmax(queries.narrow(2, 0, 1), keys); // [V, H, 1, R]
    Tensor summed = sum(probabilities, 1).squeeze(1); // [V, R]
    return summed.narrow(1, 1, summed.size(1) - 1);
  }

  /**
   * How much attention each row receives from all rows, averaged over heads: [V, R].
   *
   * @param queries [V, H, R, d_h]
   * @param keys [V, H, R, d_h]
   */
  static Tensor received(Tensor queries, Tensor keys) {
    Tensor total = torch.zeros(new long[] {keys.size(0), keys.size(2)}, keys.options());
    for (long start = 0; start < queries.size(2); start += QUERY_BLOCK) {
      long count = Math.min(QUERY_BLOCK, queries.size(2) - start);
      Tensor block = softmax(queries.narrow(2, start, count), keys); // [V, H, count, R]
      total = total.add(sum(mean(block, 1), 1));
    }
    return total;
  }

  /**
   * Softmax over patches of (mean query . key) / sqrt(d_h), averaged over heads: what FastVID falls
   * back to where a tower has no pooling head.
   *
   * @return [V, R]
   */
  static Tensor meanQuerySaliency(Tensor queries, Tensor keys) {
    Tensor middle = torch.mean(wide(queries), new long[] {2}, true, new ScalarTypeOptional());
    return mean(softmax(middle, keys), 1).squeeze(1);
  }

  /** Keys averaged over heads: [V, H, R, d_h] to [V, R, d_h]. */
  static Tensor headMean(Tensor keys) {
    return mean(wide(keys), 1);
  }

  private static Tensor softmax(Tensor queries, Tensor keys) {
    double scale = 1 / Math.sqrt(keys.size(3));
    Tensor logits = wide(queries).matmul(wide(keys).transpose(2, 3)).mul(new Scalar(scale));
    return torch.softmax(logits, -1, new ScalarTypeOptional(ScalarType.Float));
  }

  private static Tensor wide(Tensor tensor) {
    return tensor.to(ScalarType.Float);
  }

  private static Tensor sum(Tensor tensor, long axis) {
    return tensor.sum(new long[] {axis}, false, new ScalarTypeOptional());
  }

  private static Tensor mean(Tensor tensor, long axis) {
    return tensor.mean(new long[] {axis}, false, new ScalarTypeOptional());
  }
}
