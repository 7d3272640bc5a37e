package io.qcpruner.core.prune;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;

/**
 * What one stage does to the rows it sees.
 *
 * @param rows how the new rows come from the old ones. After vision: the complete new list of
 *     visual rows, sources are tower rows. In the decoder: the complete new sequence, text
 *     included.
 * @param kinds what each new row is
 * @param positions what becomes of the position ids
 * @param unchanged nothing is dropped: an engine goes on exactly as it would without pruning
 */
public record PrunePlan(
    RowMap rows, TokenKind[] kinds, PositionPolicy positions, boolean unchanged) {

  public PrunePlan {
    if (rows.size() != kinds.length) {
      throw new IllegalArgumentException(rows.size() + " rows but " + kinds.length + " kinds");
    }
  }

  /** Leaves a decoder sequence as it is. */
  public static PrunePlan unchanged(TokenLayout layout, PositionPolicy positions) {
    int[] all = new int[layout.size()];
    Arrays.setAll(all, i -> i);
    return new PrunePlan(RowMap.select(all), layout.kinds().clone(), positions, true);
  }

  /** Leaves the tower's output as it is: all patches of all views, no class rows. */
  public static PrunePlan unchanged(VisionLayout vision, PositionPolicy positions) {
    int[] rows = new int[vision.views() * vision.patches()];
    Arrays.setAll(rows, i -> vision.towerRow(i / vision.patches(), i % vision.patches()));
    TokenKind[] kinds = new TokenKind[rows.length];
    Arrays.fill(kinds, TokenKind.PATCH);
    return new PrunePlan(RowMap.select(rows), kinds, positions, true);
  }

  /** How many of the new rows are of the given kind. */
  public int count(TokenKind kind) {
    return (int) Arrays.stream(kinds).filter(k -> k == kind).count();
  }
}
