package io.qcpruner.media.prep;

/**
 * Where an image lies on its AnyRes canvas, in pixels, and which part of the feature grid is kept,
 * in patches.
 *
 * @param canvasWidth width of the chosen canvas
 * @param canvasHeight height of the chosen canvas
 * @param resizedWidth width of the image on the canvas
 * @param resizedHeight height of the image on the canvas
 * @param left column of the canvas where the image starts
 * @param top row of the canvas where the image starts
 * @param tilesAcross tiles in a row of tiles
 * @param tilesDown rows of tiles
 * @param tileGrid patches along the side of one tile
 * @param firstRow first kept row of the grid of all tiles
 * @param keptRows kept rows, the paper's R_h; each is followed by a newline
 * @param firstColumn first kept column
 * @param keptColumns kept columns, R_w
 */
public record AnyResLayout(
    int canvasWidth,
    int canvasHeight,
    int resizedWidth,
    int resizedHeight,
    int left,
    int top,
    int tilesAcross,
    int tilesDown,
    int tileGrid,
    int firstRow,
    int keptRows,
    int firstColumn,
    int keptColumns) {

  /** Views handed to the tower: the base view and every tile. */
  public int views() {
    return 1 + tilesAcross * tilesDown;
  }

  /** Patches of one view. */
  public int baseTokens() {
    return tileGrid * tileGrid;
  }

  /** Rows of the grid of all tiles, before unpadding. */
  public int gridRows() {
    return tilesDown * tileGrid;
  }

  /** Columns of the grid of all tiles, before unpadding. */
  public int gridColumns() {
    return tilesAcross * tileGrid;
  }

  /** Patch rows of the sequence, the candidates for pruning. */
  public int candidates() {
    return baseTokens() + keptRows * keptColumns;
  }

  /** Newline rows of the sequence. */
  public int newlines() {
    return keptRows;
  }

  /** All visual rows of the sequence. */
  public int total() {
    return candidates() + newlines();
  }

  /**
   * Row of the tower output, seen as [views * tileGrid * tileGrid], that holds the patch at (row,
   * column) of the grid of all tiles.
   */
  public int towerRow(int row, int column) {
    int view = 1 + row / tileGrid * tilesAcross + column / tileGrid;
    return (view * tileGrid + row % tileGrid) * tileGrid + column % tileGrid;
  }
}
