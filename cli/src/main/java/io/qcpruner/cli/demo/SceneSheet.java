package io.qcpruner.cli.demo;

import io.qcpruner.media.internal.draw.PngFiles;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A question with its picture and what each method kept of it, labelled, as one picture to show.
 *
 * @param scene the whole picture with the full model's answer
 * @param columns what stands above the kept pictures
 * @param rows a method each
 */
record SceneSheet(String question, Picture scene, List<String> columns, List<Row> rows) {
  private static final int GAP = 16;
  private static final int TITLE = 64;
  private static final int HEAD = 36;
  private static final int ANSWER = 40;
  private static final int LABEL = 44;
  private static final Color INK = new Color(0x1a1d27);
  // Okabe and Ito's blue and vermilion, with a word beside them: colour is not all
  private static final Color RIGHT = new Color(0x0072b2);
  private static final Color WRONG = new Color(0xd55e00);

  /** A picture with an answer below it. */
  record Picture(BufferedImage image, String answer, boolean right) {}

  /** What one method kept, a picture for each column. */
  record Row(String method, List<Picture> pictures) {
    Row {
      pictures = List.copyOf(pictures);
    }
  }

  SceneSheet {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  void write(Path file) throws IOException {
    int width = scene.image.getWidth();
    int cell = scene.image.getHeight() + ANSWER;
    int left = GAP + width + GAP + LABEL;
    BufferedImage sheet =
        new BufferedImage(
            left + columns.size() * (width + GAP),
            TITLE + HEAD + rows.size() * cell + GAP,
            BufferedImage.TYPE_INT_RGB);
    Graphics2D g = sheet.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
    text(g, Font.BOLD, 26, question, GAP, 42);
    text(g, Font.BOLD, 20, "full model", GAP, TITLE + 24);
    draw(g, scene, GAP, TITLE + HEAD);
    for (int c = 0; c < columns.size(); c++) {
      text(g, Font.BOLD, 20, columns.get(c), left + c * (width + GAP), TITLE + 24);
    }
    for (int r = 0; r < rows.size(); r++) {
      int top = TITLE + HEAD + r * cell;
      upwards(g, rows.get(r).method, left - 12, top + scene.image.getHeight());
      for (int c = 0; c < rows.get(r).pictures.size(); c++) {
        draw(g, rows.get(r).pictures.get(c), left + c * (width + GAP), top);
      }
    }
    g.dispose();
    PngFiles.write(sheet, file);
  }

  private static void draw(Graphics2D g, Picture picture, int x, int y) {
    g.drawImage(picture.image, x, y, null);
    g.setColor(picture.right ? RIGHT : WRONG);
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 20));
    String said = picture.answer.isEmpty() ? "no answer" : picture.answer;
    String words = said + (picture.right ? "" : " (wrong)");
    g.drawString(words, x, y + picture.image.getHeight() + 26);
  }

  private static void text(Graphics2D g, int style, int size, String words, int x, int y) {
    g.setColor(INK);
    g.setFont(new Font(Font.SANS_SERIF, style, size));
    g.drawString(words, x, y);
  }

  /** A label along the side of a row, read from below. */
  private static void upwards(Graphics2D g, String words, int x, int bottom) {
    Graphics2D turned = (Graphics2D) g.create();
    turned.translate(x, bottom);
    turned.rotate(-Math.PI / 2);
    turned.setColor(INK);
    turned.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 22));
    FontMetrics metrics = turned.getFontMetrics();
    turned.drawString(words, 0, -metrics.getDescent());
    turned.dispose();
  }
}
