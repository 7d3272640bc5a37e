package io.qcpruner.eval.report;

import java.util.List;

/** A table as HTML: every group of rows is a body of its own, so that sorting stays inside it. */
final class HtmlTable {

  private HtmlTable() {}

  static String of(TextTable table) {
    StringBuilder out =
        new StringBuilder("<h2>").append(Html.escaped(table.title())).append("</h2>\n");
    if (!table.rows().isEmpty()) {
      out.append("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"")
          .append(Html.escaped(table.title()))
          .append("\"><table><thead><tr>");
      table
          .header()
          .forEach(cell -> out.append("<th scope=\"col\">" + Html.escaped(cell) + "</th>"));
      out.append("</tr></thead>\n<tbody>\n");
      for (int r = 0; r < table.rows().size(); r++) {
        row(out, table, r);
      }
      out.append("</tbody></table></div>\n");
    }
    table.notes().stream()
        .filter(note -> !note.equals(ScoreTable.PARTIAL_NOTE))
        .forEach(note -> out.append("<p>").append(Html.escaped(note)).append("</p>\n"));
    return out.toString();
  }

  private static void row(StringBuilder out, TextTable table, int r) {
    List<String> cells = table.rows().get(r);
    if (table.isBand(r)) {
      out.append(r == 0 ? "" : "</tbody><tbody>\n");
      out.append("<tr class=\"band\"><th scope=\"rowgroup\" colspan=\"" + cells.size() + "\">")
          .append("<span>" + Html.escaped(cells.get(0)) + "</span></th></tr>\n");
      return;
    }
    out.append("<tr><th scope=\"row\">").append(cell(table, r, 0)).append("</th>");
    for (int c = 1; c < cells.size(); c++) {
      out.append("<td>").append(cell(table, r, c)).append("</td>");
    }
    out.append("</tr>\n");
  }

  private static String cell(TextTable table, int row, int column) {
    String text = Html.escaped(table.rows().get(row).get(column));
    return switch (table.mark(row, column)) {
      case BEST -> "<b>" + text + "</b>";
      case SECOND -> "<u>" + text + "</u>";
      case PLAIN -> text;
    };
  }
}
