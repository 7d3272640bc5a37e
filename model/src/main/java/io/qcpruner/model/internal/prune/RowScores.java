package io.qcpruner.model.internal.prune;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.function.Function;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Scores between rows, computed on the device in float32. Only the rows that are asked for are
 * computed: a second full attention pass never happens.
 */
final class RowScores {
  private static final double MIN_NORM = 1e-8;

  /** Rows whose probabilities exist at one time where sums are all that is wanted. */
  private static final int ROWS_TOGETHER = 128;

  private RowScores() {}

  /** Rows of unit length; rows shorter than 1e-8 are divided by 1e-8. */
  static Tensor unit(Tensor rows) {
    Tensor wide = rows.to(ScalarType.Float);
    Tensor norms = torch.norm(wide, new ScalarOptional(new Scalar(2)), new long[] {1}, true);
    return wide.div(norms.clamp_min(new Scalar(MIN_NORM)));
  }

  /** [a, b] cosine between rows. */
  static Tensor cosine(Tensor a, Tensor b) {
    return unit(a).matmul(unit(b).t());
  }

  /** [n, n] cosine of rows with themselves, diagonal exactly 1. */
  static Tensor selfCosine(Tensor rows) {
    Tensor unit = unit(rows);
    Tensor cosine = unit.matmul(unit.t());
    cosine.fill_diagonal_(new Scalar(1.0));
    return cosine;
  }

  /**
   * A_ji of the paper: mean over query heads of q_j . k_i / sqrt(d_h), without mask and softmax.
   * The query heads of a key head are summed first, so one product per key head is enough.
   *
   * @param queries [H, m, d_h]
   * @param keys [H_kv, N, d_h]
   * @return [m, N]
   */
  static Tensor alignment(Tensor queries, Tensor keys) {
    long heads = queries.size(0);
    long kvHeads = keys.size(0);
    long m = queries.size(1);
    long dim = queries.size(2);
    Tensor grouped =
        queries
            .to(ScalarType.Float)
            .contiguous()
            .view(kvHeads, heads / kvHeads, m, dim)
            .sum(new long[] {1}, false, new ScalarTypeOptional());
    Tensor perHead = grouped.bmm(keys.to(ScalarType.Float).transpose(1, 2)); // [H_kv, m, N]
    return perHead
        .sum(new long[] {0}, false, new ScalarTypeOptional())
        .mul(new Scalar(1 / (heads * Math.sqrt(dim))));
  }

  /**
   * Attention probabilities of chosen rows: causal softmax over all keys, averaged over query
   * heads.
   *
   * @param queries [H, m, d_h] of the chosen rows
   * @param keys [H_kv, n, d_h] of all rows
   * @param rows [m] sequence index of each chosen row: it sees the keys up to itself
   * @return [m, n]
   */
  static Tensor attention(Tensor queries, Tensor keys, Tensor rows) {
    return probabilities(queries, keys, rows).mean(new long[] {0}, false, new ScalarTypeOptional());
  }

  /**
   * Attention of chosen rows, the largest of all query heads for each pair, summed over the rows.
   *
   * @param queries [H, m, d_h] of the rows it is given
   * @param keys [H_kv, n, d_h] of all rows
   * @return [1, n]
   */
  static Tensor attentionPeaks(
      Function<int[], Tensor> queries, Tensor keys, int[] rows, Placement placement) {
    TensorOptions floats = keys.options().dtype(new ScalarTypeOptional(ScalarType.Float));
    Tensor sums = torch.zeros(new long[] {1, keys.size(1)}, floats);
    for (int from = 0; from < rows.length; from += ROWS_TOGETHER) {
      int[] block = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + ROWS_TOGETHER));
      Scopes.run(
          () -> {
            Tensor at = Tensors.ofIndices(block, placement);
            Tensor peaks =
                probabilities(queries.apply(block), keys, at).amax(new long[] {0}, false); // [m, n]
            sums.add_(peaks.sum(new long[] {0}, true, new ScalarTypeOptional()));
          });
    }
    return sums;
  }

  /**
   * Attention of rows without the causal mask, the largest of all query heads and rows.
   *
   * @param queries [H, m, d_h]
   * @param keys [H_kv, n, d_h] of all rows
   * @return [1, n]
   */
  static Tensor unmaskedPeaks(Tensor queries, Tensor keys) {
    TensorOptions floats = keys.options().dtype(new ScalarTypeOptional(ScalarType.Float));
    Tensor largest = torch.zeros(new long[] {1, keys.size(1)}, floats);
    for (long from = 0; from < queries.size(1); from += ROWS_TOGETHER) {
      Tensor block = queries.narrow(1, from, Math.min(ROWS_TOGETHER, queries.size(1) - from));
      Scopes.run(
          () -> {
            Tensor weights =
                torch.softmax(logits(block, keys), -1, new ScalarTypeOptional(ScalarType.Float));
            largest.copy_(torch.maximum(largest, weights.amax(new long[] {0, 1}, false)));
          });
    }
    return largest;
  }

  /** [H, m, n] causal softmax over all keys. */
  private static Tensor probabilities(Tensor queries, Tensor keys, Tensor rows) {
    Tensor columns = torch.arange(new Scalar(keys.size(1)), rows.options());
    Tensor future = columns.unsqueeze(0).gt(rows.unsqueeze(1)); // [m, n]
    Tensor masked = logits(queries, keys).masked_fill(future, new Scalar(Double.NEGATIVE_INFINITY));
    return torch.softmax(masked, -1, new ScalarTypeOptional(ScalarType.Float));
  }

  /** [H, m, n] scaled products. */
  private static Tensor logits(Tensor queries, Tensor keys) {
    Tensor repeated =
        keys.to(ScalarType.Float)
            .repeat_interleave(
                queries.size(0) / keys.size(0), new LongOptional(0), new LongOptional());
    return queries
        .to(ScalarType.Float)
        .bmm(repeated.transpose(1, 2))
        .mul(new Scalar(1 / Math.sqrt(queries.size(2))));
  }
}
