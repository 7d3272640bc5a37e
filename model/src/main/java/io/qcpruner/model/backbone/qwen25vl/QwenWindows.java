package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.model.backbone.qwen.PatchGrid;
import java.util.ArrayList;
import java.util.List;

/**
 * The window order of the Qwen2.5-VL tower for one picture or clip. A unit is a merge unit of
 * {@code merge²} consecutive patches.
 *
 * @param order unit at each place of the window order (the spec's {@code win})
 * @param windowLengths patches of each window, in window order
 * @param rows patch-grid row of each patch, in window order
 * @param cols patch-grid column of each patch, in window order
 */
record QwenWindows(int[] order, int[] windowLengths, int[] rows, int[] cols) {

  static QwenWindows of(QwenVisionConfig config, PatchGrid grid) {
    int merge = grid.merge();
    int side = config.windowSize() / merge / config.sizes().patch();
    int unitRows = grid.height() / merge;
    int unitCols = grid.width() / merge;
    List<Integer> order = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    for (int t = 0; t < grid.slices(); t++) {
      for (int top = 0; top < unitRows; top += side) {
        for (int left = 0; left < unitCols; left += side) {
          int bottom = Math.min(top + side, unitRows);
          int right = Math.min(left + side, unitCols);
          for (int r = top; r < bottom; r++) {
            for (int c = left; c < right; c++) {
              order.add((t * unitRows + r) * unitCols + c);
            }
          }
          lengths.add((bottom - top) * (right - left) * merge * merge);
        }
      }
    }
    int[] win = order.stream().mapToInt(Integer::intValue).toArray();
    int[] windows = lengths.stream().mapToInt(Integer::intValue).toArray();
    return new QwenWindows(win, windows, grid.rows(win), grid.columns(win));
  }

  /** Place in window order of each unit: brings merged rows back to raster order. */
  int[] reverse() {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    return place;
  }
}
