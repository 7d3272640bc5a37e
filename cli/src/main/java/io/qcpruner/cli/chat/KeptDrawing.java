package io.qcpruner.cli.chat;

import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Kept cells as characters, one grid per view or frame. */
final class KeptDrawing {
  private KeptDrawing() {}

  static String of(List<Cell> kept) {
    Map<Integer, List<Cell>> groups =
        kept.stream()
            .collect(Collectors.groupingBy(Cell::group, TreeMap::new, Collectors.toList()));
    StringBuilder out = new StringBuilder();
    groups.forEach(
        (group, cells) -> {
          if (groups.size() > 1) {
            out.append("group ").append(group).append('\n');
          }
          int rows = cells.stream().mapToInt(Cell::row).max().orElse(0) + 1;
          int cols = cells.stream().mapToInt(Cell::col).max().orElse(0) + 1;
          boolean[][] on = new boolean[rows][cols];
          cells.forEach(cell -> on[cell.row()][cell.col()] = true);
          for (boolean[] row : on) {
            for (boolean cell : row) {
              out.append(cell ? "# " : ". ");
            }
            out.append('\n');
          }
        });
    return out.toString();
  }
}
