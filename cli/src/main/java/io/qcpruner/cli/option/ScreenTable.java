package io.qcpruner.cli.option;

import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as a person reads it: aligned columns in a terminal, a cell per line where the terminal
 * is too narrow for them. Whoever redirects the output gets Markdown.
 */
public final class ScreenTable {
  private static final String GAP = "  ";

  private ScreenTable() {}

  public static String render(TextTable table, Screen screen) {
    if (!screen.interactive()) {
      return TableFormat.MARKDOWN.render(table);
    }
    int[] widths = widths(table);
    int total = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    StringBuilder out = new StringBuilder(table.title()).append("\n\n");
    if (total <= screen.columns()) {
      aligned(table, widths, out);
    } else {
      stacked(table, out);
    }
    table.notes().forEach(note -> out.append('\n').append(wrapped(note, screen.columns(), 0)));
    return out.toString();
  }

  private static int[] widths(TextTable table) {
    List<List<String>> all = new ArrayList<>(table.rows());
    all.add(table.header());
    int[] widths = new int[table.header().size()];
    for (List<String> row : all) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    return widths;
  }

  private static void aligned(TextTable table, int[] widths, StringBuilder out) {
    line(table.header(), widths, out);
    table.rows().forEach(row -> line(row, widths, out));
  }

  /** The first column to the left, numbers to the right. */
  private static void line(List<String> cells, int[] widths, StringBuilder out) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String pad = " ".repeat(widths[c] - cells.get(c).length());
      line.append(c == 0 ? cells.get(c) + pad : GAP + pad + cells.get(c));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static void stacked(TextTable table, StringBuilder out) {
    String previous = "";
    for (List<String> row : table.rows()) {
      if (!row.get(0).equals(previous)) {
        out.append(row.get(0)).append('\n');
        previous = row.get(0);
      }
      for (int c = 1; c < row.size(); c++) {
        if (!row.get(c).isEmpty()) {
          out.append(c == 1 ? "- " : GAP);
          out.append(table.header().get(c)).append(": ").append(row.get(c)).append('\n');
        }
      }
    }
  }

  /** Text broken at spaces; lines after the first start with an indent. */
  public static String wrapped(String text, int columns, int indent) {
    StringBuilder out = new StringBuilder();
    int used = indent;
    for (String word : text.split(" ")) {
      boolean first = used == indent;
      if (!first && used + 1 + word.length() > columns) {
        out.append('\n').append(" ".repeat(indent));
        used = indent;
        first = true;
      }
      out.append(first ? "" : " ").append(word);
      used += word.length() + (first ? 0 : 1);
    }
    return out.append('\n').toString();
  }
}
