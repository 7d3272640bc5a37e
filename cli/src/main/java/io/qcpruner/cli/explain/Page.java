package io.qcpruner.cli.explain;

import io.qcpruner.eval.report.Html;
import io.qcpruner.json.WholeFile;
import io.qcpruner.media.internal.draw.PngFiles;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder of pictures with an HTML page that holds them all. */
public final class Page {

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");

  /** What a caption says about its picture. */
  public enum Tone {
    PLAIN(""),
    RIGHT(" class=\"right\""),
    WRONG(" class=\"wrong\""),
    CHOSEN(" class=\"chosen\"");

    private final String attribute;

    Tone(String attribute) {
      this.attribute = attribute;
    }
  }

  /** A picture with a caption. */
  public record Tile(String name, BufferedImage image, String caption, Tone tone, Boxes boxes) {
    public Tile(String name, BufferedImage image, String caption) {
      this(name, image, caption, Tone.PLAIN, Boxes.NONE);
    }

    public Tile(String name, BufferedImage image, String caption, Tone tone) {
      this(name, image, caption, tone, Boxes.NONE);
    }
  }

  private final Path folder;
  private final StringBuilder body = new StringBuilder();

  public Page(Path folder, String title) throws IOException {
    this.folder = Files.createDirectories(folder);
    body.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
        .append(Html.escaped(title))
        .append("</title>\n<style>\n")
        .append(PageStyle.CSS)
        .append("</style></head><body>\n<h1>")
        .append(Html.escaped(title))
        .append("</h1>\n");
  }

  public Page section(String heading) {
    body.append("<h2>").append(Html.escaped(heading)).append("</h2>\n");
    return this;
  }

  public Page text(String paragraph) {
    body.append("<p>").append(Html.escaped(paragraph)).append("</p>\n");
    return this;
  }

  /** HTML that was made elsewhere, such as a chart. */
  Page markup(String html) {
    body.append(html).append('\n');
    return this;
  }

  /** A heading in which some words are marked. */
  public Page sectionWithMarks(String heading, Set<String> marked) {
    body.append("<h2>").append(withMarks(heading, marked)).append("</h2>\n");
    return this;
  }

  private static String withMarks(String text, Set<String> marked) {
    StringBuilder out = new StringBuilder();
    int end = 0;
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      out.append(Html.escaped(text.substring(end, words.start())));
      String word = Html.escaped(words.group());
      boolean mark = marked.contains(words.group().toLowerCase(Locale.ROOT));
      out.append(mark ? "<mark>" + word + "</mark>" : word);
      end = words.end();
    }
    return out.append(Html.escaped(text.substring(end))).toString();
  }

  /** A table whose first column is text. */
  public Page table(List<String> header, List<List<String>> rows) {
    body.append("<table><tr>");
    header.forEach(cell -> body.append("<th>").append(Html.escaped(cell)).append("</th>"));
    body.append("</tr>\n");
    for (List<String> row : rows) {
      body.append("<tr>");
      row.forEach(cell -> body.append("<td>").append(Html.escaped(cell)).append("</td>"));
      body.append("</tr>\n");
    }
    body.append("</table>\n");
    return this;
  }

  /**
   * Pictures in columns under a header, with a heading in front of each row.
   *
   * @param first stands before all rows
   */
  public Page grid(List<String> header, Tile first, Map<String, List<Tile>> rows)
      throws IOException {
    body.append("<table class=\"grid\"><tr>");
    header.forEach(cell -> body.append("<th>").append(Html.escaped(cell)).append("</th>"));
    body.append("</tr>\n<tr><td rowspan=\"").append(rows.size() + 1).append("\">");
    figure(first);
    body.append("</td></tr>\n");
    for (Map.Entry<String, List<Tile>> row : rows.entrySet()) {
      body.append("<tr><th>").append(Html.escaped(row.getKey())).append("</th>");
      for (Tile tile : row.getValue()) {
        body.append("<td>");
        figure(tile);
        body.append("</td>");
      }
      body.append("</tr>\n");
    }
    body.append("</table>\n");
    return this;
  }

  /** Pictures beside each other, in as many rows as they need. */
  public Page row(List<Tile> tiles) throws IOException {
    return pictures("row", tiles);
  }

  /** Small pictures in a single row, which scrolls where the page is too narrow. */
  public Page strip(List<Tile> tiles) throws IOException {
    return pictures("strip", tiles);
  }

  private Page pictures(String kind, List<Tile> tiles) throws IOException {
    body.append("<div class=\"").append(kind).append("\">\n");
    for (Tile tile : tiles) {
      figure(tile);
    }
    body.append("</div>\n");
    return this;
  }

  /** Writes the picture beside the page; a click on it shows it large. */
  private void figure(Tile tile) throws IOException {
    Path file = folder.resolve(tile.name + ".png");
    PngFiles.write(tile.image, file);
    body.append(
            "<figure%s><a href=\"%s.png\"><img alt=\"%s\" src=\"%s.png\">%s</a>"
                .formatted(
                    tile.tone.attribute,
                    Html.escaped(tile.name),
                    Html.escaped(tile.caption),
                    Html.escaped(tile.name),
                    tile.boxes.svg(tile.image.getWidth(), tile.image.getHeight())))
        .append("<figcaption>")
        .append(Html.escaped(tile.caption))
        .append("</figcaption></figure>\n");
  }

  /** A file beside the page. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** Ends the page; returns its file. */
  public Path write() throws IOException {
    body.append(PageStyle.SCRIPT).append("</body></html>\n");
    Path page = folder.resolve("index.html");
    WholeFile.write(page, body.toString());
    return page;
  }
}
