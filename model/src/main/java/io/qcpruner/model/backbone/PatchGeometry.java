package io.qcpruner.model.backbone;

import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.media.internal.prep.AnyResLayout;

/** Which part of the original picture a patch shows. Rectangles are clipped to the picture. */
public interface PatchGeometry {

  /** A visual row's place in the grid of its group. */
  record Cell(int group, int row, int col) {}

  /** The part of the picture under a grid cell; empty where the cell shows only padding. */
  Area area(int group, int row, int col);

  /** Like above, for a cell. */
  default Area area(Cell cell) {
    return area(cell.group(), cell.row(), cell.col());
  }

  /** The picture was resized to the view without regard to its shape. */
  static PatchGeometry stretched(int width, int height, int rows, int cols) {
    return stretched(width, height, (double) rows, cols);
  }

  /**
   * The same where a view is not a whole number of patches wide: the cells of a pooled grid cover
   * only its first part.
   *
   * @param rows patches that would fit along the height, as a fraction
   * @param cols patches that would fit along the width
   */
  static PatchGeometry stretched(int width, int height, double rows, double cols) {
    double w = width / cols;
    double h = height / rows;
    return (group, row, col) -> clip(col * w, row * h, w, h, width, height);
  }

  /**
   * The picture was padded to a square and resized to a grid of patches.
   *
   * @param side patches that would fit along one side, as a fraction
   */
  static PatchGeometry padded(int width, int height, double side) {
    int square = Math.max(width, height);
    int left = (square - width) / 2;
    int top = (square - height) / 2;
    double size = square / side;
    return (group, row, col) ->
        clip(col * size - left, row * size - top, size, size, width, height);
  }

  /** Groups are tiles, row by row, of a picture that was stretched to a grid of tiles. */
  static PatchGeometry tiled(int width, int height, int tileRows, int tileCols, double cells) {
    double w = width / (tileCols * cells);
    double h = height / (tileRows * cells);
    return (group, row, col) ->
        clip(
            (group % tileCols * cells + col) * w,
            (group / tileCols * cells + row) * h,
            w,
            h,
            width,
            height);
  }

  /** AnyRes: group 0 is the whole picture, the others are tiles of a canvas it was pasted on. */
  static PatchGeometry anyRes(int width, int height, AnyResLayout layout) {
    PatchGeometry base = stretched(width, height, layout.tileGrid(), layout.tileGrid());
    double cellWidth = (double) layout.canvas().width() / layout.gridColumns();
    double cellHeight = (double) layout.canvas().height() / layout.gridRows();
    double scaleX = (double) width / layout.image().width();
    double scaleY = (double) height / layout.image().height();
    return (group, row, col) -> {
      if (group == 0) {
        return base.area(0, row, col);
      }
      int down = (group - 1) / layout.tilesAcross() * layout.tileGrid() + row;
      int across = (group - 1) % layout.tilesAcross() * layout.tileGrid() + col;
      return clip(
          (across * cellWidth - layout.image().left()) * scaleX,
          (down * cellHeight - layout.image().top()) * scaleY,
          cellWidth * scaleX,
          cellHeight * scaleY,
          width,
          height);
    };
  }

  private static Area clip(double x, double y, double w, double h, int width, int height) {
    return new Area(x, y, w, h).intersection(new Area(0, 0, width, height));
  }
}
