package io.qcpruner.cli.demo;

import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.awt.image.BufferedImage;
import java.util.List;

/** A grid of patches in a terminal: two grid rows per line, kept patches in colour. */
final class TerminalPicture {
  private static final int GRID = 24;

  private TerminalPicture() {}

  /** With 24-bit colours: the upper half block shows one row, its background the next. */
  static String inColor(BufferedImage picture, List<Cell> kept) {
    boolean[][] on = grid(kept);
    StringBuilder out = new StringBuilder();
    for (int row = 0; row < GRID; row += 2) {
      for (int col = 0; col < GRID; col++) {
        int top = shade(picture, row, col, on[row][col]);
        int bottom = shade(picture, row + 1, col, on[row + 1][col]);
        out.append("\u001b[38;2;").append(triple(top)).append("m\u001b[48;2;");
        out.append(triple(bottom)).append("m\u2580");
      }
      out.append("\u001b[0m\n");
    }
    return out.toString();
  }

  /** Without colours: {@code #} kept, {@code .} dropped. */
  static String plain(List<Cell> kept) {
    boolean[][] on = grid(kept);
    StringBuilder out = new StringBuilder();
    for (boolean[] row : on) {
      for (boolean cell : row) {
        out.append(cell ? "# " : ". ");
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static boolean[][] grid(List<Cell> kept) {
    boolean[][] on = new boolean[GRID][GRID];
    for (Cell cell : kept) {
      if (cell.row() >= 0 && cell.row() < GRID && cell.col() < GRID) {
        on[cell.row()][cell.col()] = true;
      }
    }
    return on;
  }

  /** The colour in the middle of a patch, dark if it was dropped. */
  private static int shade(BufferedImage picture, int row, int col, boolean kept) {
    int x = (2 * col + 1) * picture.getWidth() / (2 * GRID);
    int y = (2 * row + 1) * picture.getHeight() / (2 * GRID);
    int rgb = picture.getRGB(x, y);
    int divisor = kept ? 1 : 5;
    return (rgb >> 16 & 255) / divisor << 16
        | (rgb >> 8 & 255) / divisor << 8
        | (rgb & 255) / divisor;
  }

  private static String triple(int rgb) {
    return (rgb >> 16 & 255) + ";" + (rgb >> 8 & 255) + ";" + (rgb & 255);
  }
}
