package io.qcpruner.cli.chat;

import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Kept cells as characters, one grid per view or frame. */
final class KeptDrawing {
  private KeptDrawing() {}

  /**
   * @param kept cells that reached the last layer; merged rows that lie nowhere have row -1
   * @param candidates every cell of the prompt, as far as it is known
   * @param total visual tokens before pruning
   */
  static String of(List<Cell> kept, List<Cell> candidates, int total) {
    List<Cell> all = new ArrayList<>(candidates);
    all.addAll(kept);
    Map<Integer, List<Cell>> groups =
        all.stream()
            .filter(cell -> cell.row() >= 0)
            .collect(Collectors.groupingBy(Cell::group, TreeMap::new, Collectors.toList()));
    // a method that prunes after the tower leaves no cell of the others in the prompt
    int side = groups.size() == 1 ? (int) Math.round(Math.sqrt(total)) : 0;
    int square = side * side == total ? side : 0;
    StringBuilder out = new StringBuilder();
    groups.forEach(
        (group, cells) -> {
          if (groups.size() > 1) {
            out.append("group ").append(group).append('\n');
          }
          int rows = Math.max(square, 1 + cells.stream().mapToInt(Cell::row).max().orElse(0));
          int cols = Math.max(square, 1 + cells.stream().mapToInt(Cell::col).max().orElse(0));
          boolean[][] on = new boolean[rows][cols];
          kept.stream()
              .filter(cell -> cell.group() == group && cell.row() >= 0)
              .forEach(cell -> on[cell.row()][cell.col()] = true);
          draw(on, out);
        });
    long nowhere = kept.stream().filter(cell -> cell.row() < 0).count();
    if (nowhere > 0) {
      out.append("and ").append(nowhere).append(" that stand for several cells\n");
    }
    return out.toString();
  }

  private static void draw(boolean[][] on, StringBuilder out) {
    for (boolean[] row : on) {
      for (boolean cell : row) {
        out.append(cell ? "# " : ". ");
      }
      out.append('\n');
    }
  }
}
