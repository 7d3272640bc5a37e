package io.qcpruner.cli.explain;

import io.qcpruner.media.internal.draw.PngFiles;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Rows of small pictures with labels, as one picture: the paper's qualitative figures. */
record MapSheet(List<Row> rows) {

  private static final int WIDTH = 132;
  private static final int GAP = 6;
  private static final int LABEL = 20;
  private static final int TITLE = 28;
  private static final Color INK = new Color(0x1a1d27);

  /** A picture with what stands above it. */
  record Tile(String label, BufferedImage image) {}

  /** Pictures under a title. */
  record Row(String title, List<Tile> tiles) {
    Row {
      tiles = List.copyOf(tiles);
    }

    private List<String> labels() {
      return tiles.stream().map(Tile::label).toList();
    }
  }

  MapSheet {
    rows = List.copyOf(rows);
    if (rows.isEmpty() || rows.stream().anyMatch(row -> row.tiles.isEmpty())) {
      throw new IllegalArgumentException("a sheet needs rows with pictures");
    }
  }

  /** Writes the sheet as PNG. */
  void write(Path file) throws IOException {
    PngFiles.write(draw(), file);
  }

  BufferedImage draw() {
    int height = GAP + rows.stream().mapToInt(this::height).sum();
    BufferedImage sheet = new BufferedImage(width(), height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = sheet.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, sheet.getWidth(), height);
    g.setColor(INK);
    int top = GAP;
    for (Row row : rows) {
      draw(g, row, top);
      top += height(row);
    }
    g.dispose();
    return sheet;
  }

  private void draw(Graphics2D g, Row row, int top) {
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    g.drawString(fitting(g, row.title), GAP, top + TITLE - 8);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    int images = top + TITLE + (labelled(row) ? LABEL : 0);
    int x = GAP;
    for (Tile tile : row.tiles) {
      if (labelled(row)) {
        g.drawString(tile.label, x, images - 6);
      }
      g.drawImage(tile.image, x, images, WIDTH, scaled(tile.image), null);
      x += WIDTH + GAP;
    }
  }

  /** A title, cut where it is wider than the sheet. */
  private String fitting(Graphics2D g, String title) {
    String shown = title;
    for (int end = title.length() - 1; end > 0 && tooWide(g, shown); end--) {
      shown = title.substring(0, end).strip() + "\u2026";
    }
    return shown;
  }

  private boolean tooWide(Graphics2D g, String text) {
    return g.getFontMetrics().stringWidth(text) > width() - 2 * GAP;
  }

  private int width() {
    int columns = rows.stream().mapToInt(row -> row.tiles.size()).max().orElseThrow();
    return GAP + columns * (WIDTH + GAP);
  }

  /** Labels that all rows share stand once, above the first. */
  private boolean labelled(Row row) {
    return row == rows.get(0) || !row.labels().equals(rows.get(0).labels());
  }

  private int height(Row row) {
    int tallest = row.tiles.stream().mapToInt(tile -> scaled(tile.image)).max().orElseThrow();
    return TITLE + (labelled(row) ? LABEL : 0) + tallest + GAP;
  }

  private static int scaled(BufferedImage image) {
    return Math.max(1, Math.round(image.getHeight() * (float) WIDTH / image.getWidth()));
  }
}
