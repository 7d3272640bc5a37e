package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;

/** Plans of methods that only select patches, view by view. */
final class TilePlan {

  private TilePlan() {}

  /**
   * Base view in raster order, then the tiles in merged-grid order.
   *
   * @param picks kept patches of each view, in any order
   * @param endNewline whether a single view is followed by the model's newline, if it has one
   */
  static PrunePlan of(VisionLayout vision, int[][] picks, boolean endNewline) {
    int[][] kept = Arrays.stream(picks).map(Indices::sorted).toArray(int[][]::new);
    PlanBuilder plan = new PlanBuilder();
    for (int patch : kept[0]) {
      plan.keep(TokenKind.PATCH, vision.towerRow(0, patch));
    }
    for (TileOrder.Cell cell : TileOrder.of(vision, kept)) {
      plan.keep(TokenKind.PATCH, vision.towerRow(cell.view(), cell.patch()));
    }
    if (endNewline && vision.views() == 1 && vision.endNewline()) {
      plan.keep(TokenKind.NEWLINE, vision.newlineSource());
    }
    return plan.build(PositionPolicy.COMPACT);
  }

  /** Picks of all views as view-major patch numbers. */
  static int[] patchNumbers(VisionLayout vision, int[][] picks) {
    int[] out = {};
    for (int v = 0; v < picks.length; v++) {
      out = Indices.concat(out, Indices.shifted(picks[v], v * vision.patches()));
    }
    return out;
  }
}
