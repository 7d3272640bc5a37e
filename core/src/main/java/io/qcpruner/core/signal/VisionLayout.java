package io.qcpruner.core.signal;

/**
 * The views that went through the vision tower. A tower row is a row of the tower's output: view by
 * view, the class row (if any) in front of the view's patches in raster order. For Qwen a "patch"
 * is a merge unit, in raster order.
 *
 * @param views number of views: 1, base + tiles for AnyRes, or frames
 * @param nominalViews the number of views that a total budget is meant for: 5 for LLaVA-NeXT
 *     whatever the picture, else equal to views
 * @param gridRows patch rows of one view
 * @param gridCols patch columns of one view
 * @param classRow whether each view has a class row in front of its patches
 * @param tileRows rows of the tile grid after the base view, 0 without tiles
 * @param tileCols columns of the tile grid
 * @param endNewline whether the model puts one learned newline after a picture of a single view
 *     (AnyRes models with unpadding)
 * @param picture size and padding of the original picture
 */
public record VisionLayout(
    int views,
    int nominalViews,
    int gridRows,
    int gridCols,
    boolean classRow,
    int tileRows,
    int tileCols,
    boolean endNewline,
    Picture picture) {

  /**
   * @param width width in pixels, 0 if unknown
   * @param height height in pixels
   * @param patchPixels side of one patch in pixels of the prepared view
   * @param squarePadded whether the picture was padded to a square before resizing
   */
  public record Picture(int width, int height, int patchPixels, boolean squarePadded) {
    public static final Picture UNKNOWN = new Picture(0, 0, 0, false);
  }

  public VisionLayout {
    if (views < 1 || nominalViews < 1 || gridRows < 1 || gridCols < 1) {
      throw new IllegalArgumentException(
          "%d views (nominally %d) of %d x %d patches: each must be at least 1"
              .formatted(views, nominalViews, gridRows, gridCols));
    }
    if (tileRows * tileCols != 0 && views != 1 + tileRows * tileCols) {
      throw new IllegalArgumentException(
          "a base view and %d x %d tiles are not %d views".formatted(tileRows, tileCols, views));
    }
  }

  /** One picture, one view. */
  public static VisionLayout single(int gridRows, int gridCols, boolean classRow) {
    return new VisionLayout(1, 1, gridRows, gridCols, classRow, 0, 0, false, Picture.UNKNOWN);
  }

  /** AnyRes: a base view and tiles. */
  public static VisionLayout anyRes(
      int nominalViews, int side, boolean classRow, int tileRows, int tileCols) {
    int views = 1 + tileRows * tileCols;
    return new VisionLayout(
        views, nominalViews, side, side, classRow, tileRows, tileCols, true, Picture.UNKNOWN);
  }

  public VisionLayout withPicture(Picture other) {
    return new VisionLayout(
        views, nominalViews, gridRows, gridCols, classRow, tileRows, tileCols, endNewline, other);
  }

  public int patches() {
    return gridRows * gridCols;
  }

  /** Tower rows per view. */
  public int rowsPerView() {
    return patches() + (classRow ? 1 : 0);
  }

  /** Tower rows of all views. */
  public int towerRows() {
    return views * rowsPerView();
  }

  public int towerRow(int view, int patch) {
    return view * rowsPerView() + (classRow ? 1 : 0) + patch;
  }

  /** The tower row of a view's class row. */
  public int classTowerRow(int view) {
    if (!classRow) {
      throw new IllegalArgumentException("the tower has no class row");
    }
    return view * rowsPerView();
  }

  /** The source index by which an after-vision plan names the model's learned newline row. */
  public int newlineSource() {
    return towerRows();
  }

  /** View-major patch number (row of projected features) of a tower row; -1 for class rows. */
  public int patchNumber(int towerRow) {
    int within = towerRow % rowsPerView() - (classRow ? 1 : 0);
    return within < 0 ? -1 : towerRow / rowsPerView() * patches() + within;
  }
}
