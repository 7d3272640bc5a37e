package io.qcpruner.core.method;

import io.qcpruner.core.signal.VisionLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which rows of AnyRes tiles enter the sequence: the tiles are laid side by side as
 * one large grid, which is read row by row across tile borders.
 */
final class TileOrder {

  /**
   * A kept cell of a tile.
   *
   * @param view view number, 1 for the first tile
   * @param patch patch number in the view, in raster order
   * @param rank place of the patch among the kept ones of its view, ascending by patch number
   */
  record Cell(int view, int patch, int rank) {}

  private TileOrder() {}

  /**
   * @param kept for each view (0 is the base and is left out) its kept patches, ascending
   */
  static List<Cell> of(VisionLayout vision, int[][] kept) {
    List<Cell> cells = new ArrayList<>();
    for (int view = 1; view < kept.length; view++) {
      for (int rank = 0; rank < kept[view].length; rank++) {
        cells.add(new Cell(view, kept[view][rank], rank));
      }
    }
    cells.sort(Comparator.comparingLong(cell -> place(vision, cell)));
    return cells;
  }

  private static long place(VisionLayout vision, Cell cell) {
    int tile = cell.view() - 1;
    int tileCols = Math.max(1, vision.tileCols());
    long row = (long) (tile / tileCols) * vision.gridRows() + cell.patch() / vision.gridCols();
    long col = (long) (tile % tileCols) * vision.gridCols() + cell.patch() % vision.gridCols();
    return row * tileCols * vision.gridCols() + col;
  }
}
