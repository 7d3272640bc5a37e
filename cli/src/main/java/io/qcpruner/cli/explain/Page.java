package io.qcpruner.cli.explain;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

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
      table{border-collapse:collapse}td,th{padding:2px 10px;text-align:left;border-bottom:1px solid #ddd}
      """;

  private final Path folder;
  private final StringBuilder body = new StringBuilder();
  private boolean inRow;

  public Page(Path folder, String title) throws IOException {
    this.folder = Files.createDirectories(folder);
    body.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>")
        .append(escaped(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>")
        .append(escaped(title))
        .append("</h1>\n");
  }

  public Page section(String heading) {
    endRow();
    body.append("<h2>").append(escaped(heading)).append("</h2>\n");
    return this;
  }

  public Page text(String paragraph) {
    endRow();
    body.append("<p>").append(escaped(paragraph)).append("</p>\n");
    return this;
  }

  /** A table of fixed-width text. */
  public Page preformatted(String text) {
    endRow();
    body.append("<pre>").append(escaped(text)).append("</pre>\n");
    return this;
  }

  /** Writes the picture beside the page and shows it with its caption. */
  public Page picture(String name, BufferedImage image, String caption) throws IOException {
    Path file = folder.resolve(name + ".png");
    if (!ImageIO.write(image, "png", file.toFile())) {
      throw new IOException("no PNG writer for " + file);
    }
    if (!inRow) {
      body.append("<div class=\"row\">\n");
      inRow = true;
    }
    body.append("<figure><img alt=\"")
        .append(escaped(caption))
        .append("\" src=\"")
        .append(escaped(name))
        .append(".png\"><figcaption>")
        .append(escaped(caption))
        .append("</figcaption></figure>\n");
    return this;
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

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
