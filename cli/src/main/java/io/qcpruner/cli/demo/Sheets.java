package io.qcpruner.cli.demo;

import io.qcpruner.media.draw.PngFiles;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Pictures side by side in one file. */
final class Sheets {

  private static final int GAP = 8;

  private Sheets() {}

  static void write(Path file, List<BufferedImage> pictures) throws IOException {
    int width = pictures.stream().mapToInt(BufferedImage::getWidth).sum();
    int height = pictures.stream().mapToInt(BufferedImage::getHeight).max().orElseThrow();
    BufferedImage sheet =
        new BufferedImage(width + GAP * (pictures.size() - 1), height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = sheet.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
    int x = 0;
    for (BufferedImage picture : pictures) {
      g.drawImage(picture, x, 0, null);
      x += picture.getWidth() + GAP;
    }
    g.dispose();
    PngFiles.write(sheet, file);
  }
}
