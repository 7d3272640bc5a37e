package io.qcpruner.media.internal.prep;

import io.qcpruner.media.internal.prep.AnyRes.Canvas;

/**
 * Where an image lies on its AnyRes canvas, in pixels, and which part of the feature grid is kept,
 * in patches.
 *
 * @param canvas the chosen canvas
 * @param image the resized image on the canvas
 * @param tilesAcross tiles in a row of tiles
 * @param tilesDown rows of tiles
 * @param tileGrid patches along the side of one tile
 * @param kept the kept part of the grid of all tiles, R_h high and R_w wide in the paper; each row
 *     is followed by a newline
 */
public record AnyResLayout(
    Canvas canvas, Box image, int tilesAcross, int tilesDown, int tileGrid, Box kept) {

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
    return baseTokens() + kept.width() * kept.height();
  }

  /** Newline rows of the sequence. */
  public int newlines() {
    return kept.height();
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
