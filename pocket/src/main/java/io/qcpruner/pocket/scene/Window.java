package io.qcpruner.pocket.scene;

/**
 * The part of the picture that is drawn, in patches of 14 pixels. Training starts on small windows:
 * the picture keeps its place in the 24 x 24 grid, and what lies outside is neither drawn nor paid.
 */
public record Window(int row, int column, int rows, int columns) {

  public static final int PATCH = 14;
  public static final int GRID = 24;
  public static final int SIDE = PATCH * GRID;
  public static final Window FULL = new Window(0, 0, GRID, GRID);

  public Window {
    if (row < 0 || column < 0 || rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "window " + row + "," + column + " of " + rows + " x " + columns);
    }
    if (row + rows > GRID || column + columns > GRID) {
      throw new IllegalArgumentException(
          "window " + row + "," + column + " + " + rows + " x " + columns + " leaves the grid");
    }
  }

  public int patches() {
    return rows * columns;
  }

  /** Index in the 24 x 24 grid of the window's i-th patch. */
  public int gridIndex(int i) {
    return (row + i / columns) * GRID + column + i % columns;
  }

  int left() {
    return column * PATCH;
  }

  int top() {
    return row * PATCH;
  }

  int width() {
    return columns * PATCH;
  }

  int height() {
    return rows * PATCH;
  }
}
