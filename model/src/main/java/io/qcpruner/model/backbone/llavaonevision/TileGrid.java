package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.model.backbone.VisualRows.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * The grid of a picture's tiles without padding, and its size after the reference's resizing of
 * many tiles.
 *
 * @param rows rows that reach the decoder
 * @param columns columns that reach the decoder
 */
record TileGrid(AnyResLayout layout, int rows, int columns) {
  /** A grid that is less than this much too long on a side stays as it is. */
  private static final double TOLERATED = 1.1;

  /**
   * @param tiles how many tiles' worth of patches the grid may have
   */
  static TileGrid of(AnyResLayout layout, int tiles) {
    int height = layout.kept().height();
    int width = layout.kept().width();
    double side = layout.tileGrid();
    double ratio = Math.sqrt((double) height * width / (tiles * side * side));
    return ratio > TOLERATED
        ? new TileGrid(layout, (int) Math.floor(height / ratio), (int) Math.floor(width / ratio))
        : new TileGrid(layout, height, width);
  }

  boolean isResized() {
    return rows != layout.kept().height() || columns != layout.kept().width();
  }

  /** The base view's patches, then every row of the grid with a newline after it. */
  List<Cell> cells() {
    int side = layout.tileGrid();
    List<Cell> cells = new ArrayList<>();
    for (int p = 0; p < layout.baseTokens(); p++) {
      cells.add(new Cell(TokenKind.PATCH, 0, p / side, p % side, -1));
    }
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        cells.add(cell(TokenKind.PATCH, r, c));
      }
      Cell last = cell(TokenKind.PATCH, r, columns - 1);
      cells.add(new Cell(TokenKind.NEWLINE, last.group(), last.gridRow(), -1, -1));
    }
    return cells;
  }

  /** The patch of a tile that lies nearest to a place of the grid. */
  private Cell cell(TokenKind kind, int row, int column) {
    int side = layout.tileGrid();
    int r = layout.kept().top() + (int) ((row + 0.5) * layout.kept().height() / rows);
    int c = layout.kept().left() + (int) ((column + 0.5) * layout.kept().width() / columns);
    int view = 1 + r / side * layout.tilesAcross() + c / side;
    return new Cell(kind, view, r % side, c % side, -1);
  }

  /** Rows of the projected views, in the order of the kept grid. */
  int[] sources() {
    int[] sources = new int[layout.kept().height() * layout.kept().width()];
    for (int i = 0; i < sources.length; i++) {
      int r = layout.kept().top() + i / layout.kept().width();
      int c = layout.kept().left() + i % layout.kept().width();
      sources[i] = layout.towerRow(r, c);
    }
    return sources;
  }
}
