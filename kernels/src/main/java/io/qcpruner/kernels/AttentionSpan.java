package io.qcpruner.kernels;

/**
 * Which keys the rows of a prompt see.
 *
 * @param rows of queries
 * @param held keys
 * @param seen keys that the first row sees
 * @param step how many more each further row sees: 1, or 0
 * @param group query heads that share the keys
 * @param dim numbers of a head
 */
public record AttentionSpan(int rows, int held, int seen, int step, int group, int dim) {
  public AttentionSpan {
    boolean some = rows >= 0 && group >= 1 && dim >= 1 && seen >= 1;
    if (!some || step < 0 || step > 1 || rows > 0 && seen + (rows - 1L) * step > held) {
      throw new IllegalArgumentException(
          "%d rows of %d heads of %d numbers that see %d + %d keys each, of %d"
              .formatted(rows, group, dim, seen, step, held));
    }
  }

  /** Rows after others: the first sees those and itself. */
  public static AttentionSpan causal(int rows, int before, int group, int dim) {
    return new AttentionSpan(rows, before + rows, before + 1, 1, group, dim);
  }

  /** Every row sees everything. */
  public static AttentionSpan whole(int rows, int held, int dim) {
    return new AttentionSpan(rows, held, held, 0, 1, dim);
  }

  float scale() {
    return (float) (1 / Math.sqrt(dim));
  }
}
