package io.qcpruner.cli.explain;

import io.qcpruner.eval.report.Html;
import io.qcpruner.media.draw.PngFiles;
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
  private static final String STYLE =
      """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem;\
color:#222;background:#fafafa}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
.row{display:flex;flex-wrap:wrap;gap:14px}
figure{margin:0;background:#fff;border:1px solid #ddd;border-radius:6px;padding:8px;\
max-width:100%}
figure img{max-width:340px;width:100%;display:block;image-rendering:auto}
figcaption{font-size:.85rem;margin-top:6px;max-width:340px}
mark{background:#ffe08a;padding:0 2px}table.grid td,table.grid th{vertical-align:top;\
border:0;padding:4px}table.grid figure img{max-width:230px}
table{border-collapse:collapse}td,th{padding:2px 10px;text-align:left;border-bottom:1px solid #ddd}
""";

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");

  private final Path folder;
  private final StringBuilder body = new StringBuilder();
  private boolean inRow;

  public Page(Path folder, String title) throws IOException {
    this.folder = Files.createDirectories(folder);
    body.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>")
        .append(Html.escaped(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>")
        .append(Html.escaped(title))
        .append("</h1>\n");
  }

  public Page section(String heading) {
    endRow();
    body.append("<h2>").append(Html.escaped(heading)).append("</h2>\n");
    return this;
  }

  public Page text(String paragraph) {
    endRow();
    body.append("<p>").append(Html.escaped(paragraph)).append("</p>\n");
    return this;
  }

  /** A heading in which some words are marked. */
  public Page sectionWithMarks(String heading, Set<String> marked) {
    endRow();
    StringBuilder out = new StringBuilder();
    int end = 0;
    Matcher words = WORD.matcher(heading);
    while (words.find()) {
      out.append(Html.escaped(heading.substring(end, words.start())));
      String word = Html.escaped(words.group());
      boolean mark = marked.contains(words.group().toLowerCase(Locale.ROOT));
      out.append(mark ? "<mark>" + word + "</mark>" : word);
      end = words.end();
    }
    out.append(Html.escaped(heading.substring(end)));
    body.append("<h2>").append(out).append("</h2>\n");
    return this;
  }

  /** A table whose first column is text. */
  public Page table(List<String> header, List<List<String>> rows) {
    endRow();
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

  /** A picture in a grid. */
  public record Tile(String name, BufferedImage image, String caption) {}

  /** Pictures in columns under a header, with a heading in front of each row. */
  public Page grid(List<String> header, Map<String, List<Tile>> rows) throws IOException {
    endRow();
    body.append("<table class=\"grid\"><tr>");
    header.forEach(cell -> body.append("<th>").append(Html.escaped(cell)).append("</th>"));
    body.append("</tr>\n");
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

  /** Writes the picture beside the page and shows it with its caption. */
  public Page picture(String name, BufferedImage image, String caption) throws IOException {
    if (!inRow) {
      body.append("<div class=\"row\">\n");
      inRow = true;
    }
    figure(new Tile(name, image, caption));
    return this;
  }

  /** A click shows the picture in its own size. */
  private void figure(Tile tile) throws IOException {
    Path file = folder.resolve(tile.name + ".png");
    PngFiles.write(tile.image, file);
    body.append(
            "<figure><a href=\"%s.png\"><img alt=\"%s\" src=\"%s.png\"></a>"
                .formatted(
                    Html.escaped(tile.name), Html.escaped(tile.caption), Html.escaped(tile.name)))
        .append("<figcaption>")
        .append(Html.escaped(tile.caption))
        .append("</figcaption></figure>\n");
  }

  /** Ends the page; returns its file. */
  public Path write() throws IOException {
    endRow();
    body.append("</body></html>\n");
    return Files.writeString(folder.resolve("index.html"), body);
  }

  private void endRow() {
    if (inRow) {
      body.append("</div>\n");
      inRow = false;
    }
  }
}
