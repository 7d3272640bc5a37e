package io.qcpruner.model.backbone.qwen25vl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The window order of the Qwen2.5-VL tower for one picture or clip. A unit is a merge unit of
 * {@code merge²} consecutive patches.
 *
 * @param order unit at each place of the window order (the spec's {@code win})
 * @param windowLengths patches of each window, in window order
 * @param sliceLength patches of one temporal slice: the reach of the full-attention blocks
 * @param rows patch-grid row of each patch, in window order
 * @param cols patch-grid column of each patch, in window order
 */
record QwenWindows(int[] order, int[] windowLengths, int sliceLength, int[] rows, int[] cols) {

  static QwenWindows of(QwenVisionConfig config, int slices, int gridHeight, int gridWidth) {
    int merge = config.spatialMergeSize();
    int side = config.windowSize() / merge / config.patchSize();
    int unitRows = gridHeight / merge;
    int unitCols = gridWidth / merge;
    List<Integer> order = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    for (int t = 0; t < slices; t++) {
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
    return new QwenWindows(
        win,
        windows,
        gridHeight * gridWidth,
        coordinates(win, unitRows * unitCols, unitCols, merge, true),
        coordinates(win, unitRows * unitCols, unitCols, merge, false));
  }

  /** Patch rows or columns: patches of a unit are listed row by row. */
  private static int[] coordinates(
      int[] win, int unitsPerSlice, int unitCols, int merge, boolean row) {
    int perUnit = merge * merge;
    return IntStream.range(0, win.length * perUnit)
        .map(
            i -> {
              int unit = win[i / perUnit] % unitsPerSlice;
              int inner = i % perUnit;
              return row
                  ? unit / unitCols * merge + inner / merge
                  : unit % unitCols * merge + inner % merge;
            })
        .toArray();
  }

  int slices() {
    return rows.length / sliceLength;
  }

  /** Lengths of the attention segments of a full-attention block. */
  int[] sliceLengths() {
    return IntStream.generate(() -> sliceLength).limit(slices()).toArray();
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
