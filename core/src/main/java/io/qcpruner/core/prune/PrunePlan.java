package io.qcpruner.core.prune;

import io.qcpruner.core.layout.TokenKind;
import java.util.Arrays;

/**
 * What one stage does to the rows it sees.
 *
 * @param rows how the new rows come from the old ones. After vision: the complete new list of
 *     visual rows, sources are tower rows. In the decoder: the complete new sequence, text
 *     included.
 * @param kinds what each new row is
 * @param positions what becomes of the position ids
 */
public record PrunePlan(RowMap rows, TokenKind[] kinds, PositionPolicy positions) {

  public PrunePlan {
    if (rows.size() != kinds.length) {
      throw new IllegalArgumentException(rows.size() + " rows but " + kinds.length + " kinds");
    }
  }

  /** Keeps everything: one plan row for each old row. */
  public static PrunePlan identity(TokenKind[] kinds, PositionPolicy positions) {
    int[] all = new int[kinds.length];
    Arrays.setAll(all, i -> i);
    return new PrunePlan(RowMap.select(all), kinds, positions);
  }

  /** How many of the new rows are of the given kind. */
  public int count(TokenKind kind) {
    return (int) Arrays.stream(kinds).filter(k -> k == kind).count();
  }
}
