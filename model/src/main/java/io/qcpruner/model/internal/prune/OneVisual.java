package io.qcpruner.model.internal.prune;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.RowMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Several pictures in one sequence: a method sees and prunes one of them at a time. */
final class OneVisual {
  private OneVisual() {}

  /**
   * The sequence as it looks to a method that decides about one picture: rows of the others are
   * neither candidates nor text, and the picture's groups count from 0.
   *
   * @param visuals which picture each row belongs to, -1 for text
   */
  static TokenLayout layout(TokenLayout layout, int[] visuals, int visual) {
    int n = layout.size();
    int first =
        IntStream.range(0, n)
            .filter(r -> visuals[r] == visual)
            .map(r -> layout.groups()[r])
            .min()
            .orElse(0);
    TokenKind[] kinds = layout.kinds().clone();
    int[] groups = layout.groups().clone();
    for (int r = 0; r < n; r++) {
      if (visuals[r] == visual) {
        groups[r] -= first;
      } else if (visuals[r] >= 0) {
        kinds[r] = TokenKind.VISION_MARK;
        groups[r] = -1;
      }
    }
    return new TokenLayout(
        kinds, layout.spans(), groups, layout.gridRows(), layout.gridCols(), layout.grouping());
  }

  /**
   * One plan that does to each picture what its own plan does, rows in the order of their first
   * source.
   *
   * @param plans one per picture, each over the whole sequence
   */
  static PrunePlan union(TokenLayout layout, int[] visuals, List<PrunePlan> plans) {
    if (plans.stream().allMatch(PrunePlan::unchanged)) {
      return PrunePlan.unchanged(layout, plans.get(0).positions());
    }
    int n = layout.size();
    // new rows by the old row whose place they take: no two new rows share one
    int[] plan = new int[n];
    int[] row = new int[n];
    Arrays.fill(row, -1);
    for (int v = 0; v < plans.size(); v++) {
      int[] primary = plans.get(v).rows().primarySources();
      for (int i = 0; i < primary.length; i++) {
        int owner = visuals[primary[i]];
        if (owner == v || owner < 0 && v == 0) {
          plan[primary[i]] = v;
          row[primary[i]] = i;
        }
      }
    }
    return rows(plans, plan, row);
  }

  private static PrunePlan rows(List<PrunePlan> plans, int[] plan, int[] row) {
    int[] places = IntStream.range(0, row.length).filter(r -> row[r] >= 0).toArray();
    int[] offsets = new int[places.length + 1];
    for (int i = 0; i < places.length; i++) {
      RowMap map = plans.get(plan[places[i]]).rows();
      int at = row[places[i]];
      offsets[i + 1] = offsets[i] + map.offsets()[at + 1] - map.offsets()[at];
    }
    int[] sources = new int[offsets[places.length]];
    float[] weights = new float[sources.length];
    TokenKind[] kinds = new TokenKind[places.length];
    for (int i = 0; i < places.length; i++) {
      PrunePlan from = plans.get(plan[places[i]]);
      int start = from.rows().offsets()[row[places[i]]];
      int count = offsets[i + 1] - offsets[i];
      System.arraycopy(from.rows().sources(), start, sources, offsets[i], count);
      System.arraycopy(from.rows().weights(), start, weights, offsets[i], count);
      kinds[i] = from.kinds()[row[places[i]]];
    }
    return new PrunePlan(
        new RowMap(offsets, sources, weights), kinds, plans.get(0).positions(), false);
  }
}
