package io.qcpruner.cli.demo;

import io.qcpruner.media.draw.PngFiles;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Pictures in rows in one file. */
final class Sheets {

  private static final int GAP = 8;

  private Sheets() {}

  /** All pictures have one size, all rows as many. */
  static void write(Path file, List<List<BufferedImage>> rows) throws IOException {
    int columns = rows.get(0).size();
    int width = rows.get(0).get(0).getWidth();
    int height = rows.get(0).get(0).getHeight();
    BufferedImage sheet =
        new BufferedImage(
            columns * (width + GAP) - GAP,
            rows.size() * (height + GAP) - GAP,
            BufferedImage.TYPE_INT_RGB);
    Graphics2D g = sheet.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < columns; column++) {
        g.drawImage(rows.get(row).get(column), column * (width + GAP), row * (height + GAP), null);
      }
    }
    g.dispose();
    PngFiles.write(sheet, file);
  }
}
