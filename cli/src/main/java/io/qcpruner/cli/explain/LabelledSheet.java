package io.qcpruner.cli.explain;

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
import java.util.Locale;

/**
 * A question with its picture and what methods kept of it at several budgets, with labels of rows
 * and columns, answers and verdicts, as one picture to show.
 *
 * @param scene the whole picture with the full model's answer
 * @param columns what stands above the kept pictures
 */
public record LabelledSheet(String question, Picture scene, List<String> columns, List<Row> rows) {
  private static final int GAP = 16;
  private static final int TITLE = 64;
  private static final int HEAD = 36;
  private static final int ANSWER = 40;
  private static final int LABEL = 44;
  private static final Color INK = new Color(0x1a1d27);
  private static final Color NEUTRAL = new Color(0x515769);
  private static final int WIDEST = 336;

  /** A picture with an answer below it. */
  public record Picture(BufferedImage image, String answer, Verdict verdict) {}

  /** A row of pictures, one for each column. */
  public record Row(String label, List<Picture> pictures) {
    public Row {
      pictures = List.copyOf(pictures);
    }
  }

  /** What an answer is worth. */
  public enum Verdict {
    RIGHT("right", new Color(0x0072b2), Page.Tone.RIGHT),
    WRONG("wrong", new Color(0xd55e00), Page.Tone.WRONG),
    /** Nobody said what is right, and the answer is the full model's. */
    SAME("as the full model", new Color(0x0072b2), Page.Tone.PLAIN),
    OTHER("not the full model's", new Color(0xd55e00), Page.Tone.PLAIN),
    UNKNOWN("", NEUTRAL, Page.Tone.PLAIN);

    private final String words;
    // Okabe and Ito's blue and vermilion, with a word beside them: colour is not all
    private final Color color;
    private final Page.Tone tone;

    Verdict(String words, Color color, Page.Tone tone) {
      this.words = words;
      this.color = color;
      this.tone = tone;
    }

    /** Whether an answer is the right one, regardless of case, spaces and a final stop. */
    public static Verdict of(String answer, String right) {
      return plain(answer).equals(plain(right)) ? RIGHT : WRONG;
    }

    /** Whether an answer is the full model's. */
    public static Verdict beside(String answer, String full) {
      return plain(answer).equals(plain(full)) ? SAME : OTHER;
    }

    private static String plain(String answer) {
      return answer.strip().toLowerCase(Locale.ROOT).replaceAll("[.!]$", "");
    }

    public String words() {
      return words;
    }

    Color color() {
      return color;
    }

    public Page.Tone tone() {
      return tone;
    }
  }

  /** A picture at the size that sheets have. */
  public static BufferedImage fitted(BufferedImage image) {
    if (image.getWidth() <= WIDEST) {
      return image;
    }
    int height = Math.max(1, Math.round(image.getHeight() * (float) WIDEST / image.getWidth()));
    BufferedImage out = new BufferedImage(WIDEST, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = out.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.drawImage(image, 0, 0, WIDEST, height, null);
    g.dispose();
    return out;
  }

  public LabelledSheet {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Writes the sheet as PNG. */
  public void write(Path file) throws IOException {
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
      upwards(g, rows.get(r).label, left - 12, top + scene.image.getHeight());
      for (int c = 0; c < rows.get(r).pictures.size(); c++) {
        draw(g, rows.get(r).pictures.get(c), left + c * (width + GAP), top);
      }
    }
    g.dispose();
    PngFiles.write(sheet, file);
  }

  private static void draw(Graphics2D g, Picture picture, int x, int y) {
    g.drawImage(picture.image, x, y, null);
    g.setColor(picture.verdict.color());
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 20));
    String mark = picture.verdict.words().isEmpty() ? "" : " (" + picture.verdict.words() + ")";
    String said = picture.answer.isBlank() ? "no answer" : picture.answer.strip();
    int width = picture.image.getWidth();
    g.drawString(fitting(g, said, mark, width), x, y + picture.image.getHeight() + 26);
  }

  /** An answer with its mark, cut where it is wider than its picture. */
  private static String fitting(Graphics2D g, String answer, String mark, int width) {
    String words = answer.replaceAll("\\s+", " ");
    for (int end = words.length(); end > 0; end--) {
      String shown =
          words.substring(0, end).strip() + (end < words.length() ? "\u2026" : "") + mark;
      if (end == 1 || g.getFontMetrics().stringWidth(shown) <= width) {
        return shown;
      }
    }
    return mark.strip();
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
