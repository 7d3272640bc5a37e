package io.qcpruner.core.select;

import java.util.Arrays;
import java.util.List;

/**
 * What a selector kept.
 *
 * @param order kept indices in pick order; ascending when everything was kept
 * @param gains score of each pick when it was made, in pick order; empty when everything was kept
 *     without a choice
 * @param objective value of the selector's objective for the kept set; NaN when it was not computed
 * @param evaluations gains computed, in units of whole candidates; 0 where that means nothing
 * @param notes guard activations, for the log
 */
public record Selection(
    int[] order, float[] gains, double objective, double evaluations, List<String> notes) {

  public Selection {
    notes = List.copyOf(notes);
  }

  public Selection(int[] order, float[] gains, double objective) {
    this(order, gains, objective, 0, List.of());
  }

  /** Everything is kept: no choice was made. */
  public static Selection everything(int n) {
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    return new Selection(all, new float[0], Double.NaN);
  }

  /** Kept indices, ascending. */
  public int[] kept() {
    int[] kept = order.clone();
    Arrays.sort(kept);
    return kept;
  }

  public int size() {
    return order.length;
  }
}
