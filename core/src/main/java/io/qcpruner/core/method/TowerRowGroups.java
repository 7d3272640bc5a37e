package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Patches that share a row because they were merged inside the tower. Each group is named by its
 * first patch, whose place in the picture it takes.
 *
 * @param vision the views
 * @param firsts for each view the first patches of its groups, ascending
 * @param sizes for each view how many patches each group has
 */
record TowerRowGroups(VisionLayout vision, int[][] firsts, int[][] sizes) {

  static TowerRowGroups of(Signals signals, VisionLayout vision) {
    Matrix groups = signals.get(Signal.TOWER_GROUPS).requireFinite("tower groups:");
    Checks.rows("tower groups", groups.rows(), vision.views());
    int n = vision.patches();
    int[][] firsts = new int[vision.views()][];
    int[][] sizes = new int[firsts.length][];
    for (int v = 0; v < firsts.length; v++) {
      int[] count = new int[n];
      for (int patch = 0; patch < n; patch++) {
        count[(int) groups.get(v, patch)]++;
      }
      firsts[v] = Indices.range(n, patch -> count[patch] > 0);
      sizes[v] = Indices.gather(count, firsts[v]);
    }
    return new TowerRowGroups(vision, firsts, sizes);
  }

  int[] patchNumbers() {
    return TilePlan.patchNumbers(vision, firsts);
  }

  /** Those of groups of several patches. */
  int[] mergedPatchNumbers() {
    int[] size = Arrays.stream(sizes).flatMapToInt(Arrays::stream).toArray();
    int[] all = patchNumbers();
    return IntStream.range(0, all.length).filter(i -> size[i] > 1).map(i -> all[i]).toArray();
  }

  /** One row a group, view by view: merged views have no grid that could be joined. */
  PrunePlan plan() {
    PlanBuilder plan = new PlanBuilder();
    for (int v = 0; v < firsts.length; v++) {
      for (int i = 0; i < firsts[v].length; i++) {
        plan.keep(
            sizes[v][i] > 1 ? TokenKind.MERGED : TokenKind.PATCH, vision.towerRow(v, firsts[v][i]));
      }
    }
    return plan.build(PositionPolicy.COMPACT);
  }
}
