package io.qcpruner.core.method;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruningRefusedException;
import java.util.Arrays;

/**
 * The candidates that a method decides on together, and how many of them to keep. A picture is one
 * part unless the budget is per group; a video is one part a frame unless allocation is adaptive.
 *
 * @param members candidate indices of each part, ascending
 * @param keep how many to keep of each part, at most its size
 */
record Parts(int[][] members, int[] keep) {

  static Parts of(TokenLayout layout, Budget budget, Allocation allocation) {
    int[][] groups = layout.candidateGroups();
    boolean frames = layout.grouping() == Grouping.FRAMES && allocation == Allocation.EQUAL;
    boolean views = layout.grouping() != Grouping.FRAMES && budget instanceof Budget.PerGroup;
    return frames || views ? split(groups, budget) : whole(layout, groups.length, budget);
  }

  /** All candidates as one part. */
  static Parts whole(TokenLayout layout, int groups, Budget budget) {
    int n = layout.candidates().length;
    return new Parts(new int[][] {Indices.range(n)}, new int[] {resolve(budget, n, groups)});
  }

  private static Parts split(int[][] groups, Budget budget) {
    int[] keep = new int[groups.length];
    for (int g = 0; g < keep.length; g++) {
      keep[g] = Math.min(groups[g].length, share(budget, groups, g));
    }
    return new Parts(groups, keep);
  }

  private static int share(Budget budget, int[][] groups, int g) {
    if (budget instanceof Budget.Total total) {
      if (total.tokens() < groups.length) {
        throw new PruningRefusedException(
            "budget " + total + " is less than one token for each of " + groups.length + " frames");
      }
      // what does not divide goes to the first frames
      int rest = total.tokens() % groups.length;
      return total.tokens() / groups.length + (g < rest ? 1 : 0);
    }
    return resolve(budget, groups[g].length, 1);
  }

  /** An automatic budget is settled by the selector, which is then asked for everything. */
  private static int resolve(Budget budget, int candidates, int groups) {
    return budget instanceof Budget.Auto ? candidates : budget.resolve(candidates, groups);
  }

  int count() {
    return members.length;
  }

  boolean keepsAll() {
    for (int p = 0; p < keep.length; p++) {
      if (keep[p] < members[p].length) {
        return false;
      }
    }
    return true;
  }

  int total() {
    return Arrays.stream(keep).sum();
  }
}
