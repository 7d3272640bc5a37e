package io.qcpruner.model.backbone;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * The rows that take a picture's place in the sequence.
 *
 * @param rows [m, D]
 * @param cells what each row is
 * @param unprunedRows how many there would be without a plan
 * @param grouping what a group is
 * @param grid the grid of multi-axis positions; empty for families with one axis
 * @param deep [m, D] what is added to the rows after the first decoder layers, a tensor for each
 * @param places places in the prompt that the rows are spread over: one, or one for each group
 */
public record VisualRows(
    Tensor rows,
    List<Cell> cells,
    int unprunedRows,
    Grouping grouping,
    Optional<MropeGrid> grid,
    List<Tensor> deep,
    int places) {

  /**
   * @param kind patch, newline, class row or merged row
   * @param group view or frame
   * @param gridRow row in the group's grid, -1 if it has none
   * @param gridCol column in the group's grid, -1 if it has none
   * @param place raster index in the whole grid, for positions; -1 if it has none
   */
  public record Cell(TokenKind kind, int group, int gridRow, int gridCol, int place) {
    private Cell shifted(long first) {
      return place < 0 ? this : new Cell(kind, group, gridRow, gridCol, (int) (place - first));
    }
  }

  public VisualRows {
    if (rows.size(0) != cells.size()) {
      throw new IllegalArgumentException(rows.size(0) + " rows but " + cells.size() + " cells");
    }
    cells = List.copyOf(cells);
    deep = List.copyOf(deep);
  }

  /** All rows stand together, and nothing is added inside the decoder. */
  public VisualRows(
      Tensor rows,
      List<Cell> cells,
      int unprunedRows,
      Grouping grouping,
      Optional<MropeGrid> grid) {
    this(rows, cells, unprunedRows, grouping, grid, List.of(), 1);
  }

  /** A copy of these rows in which each group has a place of its own in the prompt. */
  public VisualRows spreadOver(int groups) {
    return new VisualRows(rows, cells, unprunedRows, grouping, grid, deep, groups);
  }

  /** The rows of one place; where they lie in the grid is counted from its first row. */
  VisualRows at(int place, Placement placement) {
    if (places == 1) {
      return this;
    }
    int[] mine =
        IntStream.range(0, cells.size()).filter(i -> cells.get(i).group() == place).toArray();
    long perPlace = grid.map(g -> (long) g.rows() * g.cols()).orElse(0L);
    List<Cell> own =
        Arrays.stream(mine).mapToObj(i -> cells.get(i).shifted(place * perPlace)).toList();
    Tensor index = Tensors.ofIndices(mine, placement);
    return new VisualRows(
        rows.index_select(0, index),
        own,
        unprunedRows / places,
        grouping,
        grid.map(MropeGrid::oneSlice),
        deep.stream().map(d -> d.index_select(0, index)).toList(),
        1);
  }

  /** Number of groups. */
  public int groups() {
    int used = 1 + cells.stream().mapToInt(Cell::group).max().orElse(-1);
    return places > 1 ? Math.max(places, used) : used;
  }
}
