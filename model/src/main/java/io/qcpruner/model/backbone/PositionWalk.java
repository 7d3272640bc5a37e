package io.qcpruner.model.backbone;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers a sequence run by run. One axis: 0, 1, 2, ... Three axes (M-RoPE): text counts up on all
 * of them, a picture spreads over time, height and width, and text goes on after the largest
 * position used. Rows that an after-vision plan dropped leave gaps on three axes and none on one.
 */
final class PositionWalk {
  private final List<List<Long>> axes = new ArrayList<>();
  private long p;

  /**
   * @param sections number of axes of the rotary sections, 0 for plain positions
   */
  PositionWalk(int sections) {
    for (int a = 0; a < Math.max(1, sections); a++) {
      axes.add(new ArrayList<>());
    }
  }

  void text(int count) {
    for (int i = 0; i < count; i++) {
      long here = p++;
      axes.forEach(axis -> axis.add(here));
    }
  }

  void visual(VisualRows visual) {
    if (axes.size() == 1 || visual.grid().isEmpty()) {
      text(visual.cells().size());
      return;
    }
    MropeGrid grid = visual.grid().get();
    for (VisualRows.Cell cell : visual.cells()) {
      axes.get(0).add(p + grid.time(cell.place()));
      axes.get(1).add(p + grid.row(cell.place()));
      axes.get(2).add(p + grid.col(cell.place()));
    }
    p += grid.extent();
  }

  long[][] toArray() {
    return axes.stream()
        .map(axis -> axis.stream().mapToLong(Long::longValue).toArray())
        .toArray(long[][]::new);
  }

  /** Position of the first generated token: the spec's n + delta. */
  long next() {
    return p;
  }
}
