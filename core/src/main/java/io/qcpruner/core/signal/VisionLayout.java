package io.qcpruner.core.signal;

/**
 * The views that went through the vision tower.
 *
 * @param views number of views: 1, base + tiles for AnyRes, or frames
 * @param gridRows patch rows of one view
 * @param gridCols patch columns of one view
 * @param classRow whether each view has a class row in front of its patches
 * @param tileRows rows of the tile grid behind the base view, 0 without tiles
 * @param tileCols columns of the tile grid
 * @param imageWidth width of the original picture in pixels, 0 if unknown
 * @param imageHeight height of the original picture in pixels
 */
public record VisionLayout(
    int views,
    int gridRows,
    int gridCols,
    boolean classRow,
    int tileRows,
    int tileCols,
    int imageWidth,
    int imageHeight) {

  public int patches() {
    return gridRows * gridCols;
  }

  /** Tower rows per view. */
  public int rowsPerView() {
    return patches() + (classRow ? 1 : 0);
  }
}
