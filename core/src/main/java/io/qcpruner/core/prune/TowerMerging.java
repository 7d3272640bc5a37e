package io.qcpruner.core.prune;

import io.qcpruner.core.linalg.Matrix;
import java.util.List;

/**
 * Merges rows inside the vision tower, layer by layer. Later layers see the merged rows only, so
 * the tower itself becomes cheaper. It belongs to one run of the tower. Behind the tower every
 * patch reads the row it was merged into, and {@link io.qcpruner.core.signal.Signal#TOWER_GROUPS}
 * says which patches share one. The class row, if any, must stay alone.
 */
public interface TowerMerging {

  /** Where in a layer rows merge. */
  enum Place {
    /** Between attention and MLP; the metric is the layer's keys, averaged over heads. */
    BEFORE_MLP,
    /** On the layer's output, which is the metric. */
    AFTER_LAYER
  }

  Place place();

  /** Whether attention counts a merged row as often as it has sources: ln(size) on its logits. */
  boolean proportionalAttention();

  /** Whether rows merge in this zero-based layer. */
  boolean actsAt(int layer);

  /**
   * How the rows that go on come from the rows as they stand, for each view; every row must be a
   * source of exactly one new row, and all views must keep equally many.
   *
   * @param metric [V*R, d] of the rows as they stand, view by view, the class row (if any) first
   * @param sizes [V*R] how many rows of the tower each row stands for
   * @param views V
   */
  List<RowMap> merge(int layer, Matrix metric, int[] sizes, int views);
}
