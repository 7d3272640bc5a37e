package io.qcpruner.model.backbone;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The rows that take a picture's place in the sequence.
 *
 * @param rows [m, D]
 * @param cells what each row is
 * @param unprunedRows how many there would be without a plan
 * @param grouping what a group is
 * @param grid the grid of multi-axis positions; empty for families with one axis
 */
public record VisualRows(
    Tensor rows, List<Cell> cells, int unprunedRows, Grouping grouping, Optional<MropeGrid> grid) {

  /**
   * @param kind patch, newline, class row or merged row
   * @param group view or frame
   * @param gridRow row in the group's grid, -1 if it has none
   * @param gridCol column in the group's grid, -1 if it has none
   * @param place raster index in the whole grid, for positions; -1 if it has none
   */
  public record Cell(TokenKind kind, int group, int gridRow, int gridCol, int place) {}

  public VisualRows {
    if (rows.size(0) != cells.size()) {
      throw new IllegalArgumentException(rows.size(0) + " rows but " + cells.size() + " cells");
    }
    cells = List.copyOf(cells);
  }

  /** Number of groups. */
  public int groups() {
    return 1 + cells.stream().mapToInt(Cell::group).max().orElse(-1);
  }
}
