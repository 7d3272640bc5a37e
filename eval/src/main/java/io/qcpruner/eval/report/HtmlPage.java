package io.qcpruner.eval.report;

import io.qcpruner.eval.report.TextTable.Mark;
import java.util.List;

/**
 * An HTML page of tables that needs no other file: contents, figures, then tables that a click on a
 * heading sorts. What marks mean stands once, before the first table.
 */
final class HtmlPage {

  private static final String TITLE = "QCPruner report";

  /** A part of the page that its contents lead to. */
  record Part(String id, String title, String html) {}

  private HtmlPage() {}

  /**
   * A page.
   *
   * @param about HTML below the title
   * @param before parts before the tables
   */
  static String of(String about, List<Part> before, List<TextTable> tables) {
    StringBuilder out =
        new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
            .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
            .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
            .append("<title>" + TITLE + "</title>\n<style>\n" + HtmlStyle.CSS + "</style></head>\n")
            .append("<body>\n<h1>" + TITLE + "</h1>\n")
            .append(about);
    contents(out, before, tables);
    for (Part part : before) {
      out.append("<section id=\"" + part.id + "\"><h2>" + Html.escaped(part.title) + "</h2>\n");
      out.append(part.html).append("</section>\n");
    }
    out.append(reading(tables));
    for (int i = 0; i < tables.size(); i++) {
      out.append("<section id=\"table-" + (i + 1) + "\">");
      out.append(HtmlTable.of(tables.get(i))).append("</section>\n");
    }
    return out.append(HtmlStyle.SCRIPT).append("</body></html>\n").toString();
  }

  private static void contents(StringBuilder out, List<Part> before, List<TextTable> tables) {
    if (before.size() + tables.size() < 2) {
      return;
    }
    out.append("<nav aria-label=\"Contents\"><ul>\n");
    before.forEach(part -> link(out, part.id, part.title));
    for (int i = 0; i < tables.size(); i++) {
      link(out, "table-" + (i + 1), tables.get(i).title());
    }
    out.append("</ul></nav>\n");
  }

  private static void link(StringBuilder out, String id, String title) {
    out.append("<li><a href=\"#" + id + "\">" + Html.escaped(title) + "</a></li>\n");
  }

  /** What the marks of these tables mean; empty without marks. */
  private static String reading(List<TextTable> tables) {
    StringBuilder out = new StringBuilder();
    if (tables.stream().anyMatch(table -> table.notes().contains(ScoreTable.PARTIAL_NOTE))) {
      out.append("A star (*) marks scores of a part of the samples. ");
    }
    if (tables.stream().anyMatch(table -> has(table, Mark.BEST))) {
      out.append("<b>Bold</b> is the best of its group");
      boolean second = tables.stream().anyMatch(table -> has(table, Mark.SECOND));
      out.append(second ? ", <u>underlined</u> the second. " : ". ");
    }
    return out.isEmpty()
        ? ""
        : "<p class=\"reading\">" + out + "A click on a heading sorts its table.</p>\n";
  }

  private static boolean has(TextTable table, Mark mark) {
    return table.marks().stream().anyMatch(row -> row.contains(mark));
  }
}
