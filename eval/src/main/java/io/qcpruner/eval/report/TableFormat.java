package io.qcpruner.eval.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** How tables are written. */
public enum TableFormat {
  MARKDOWN("md") {
    @Override
    public String render(List<TextTable> tables) {
      return joined(tables, TableFormat::markdown);
    }
  },
  CSV("csv") {
    @Override
    public String render(List<TextTable> tables) {
      return joined(tables, TableFormat::csv);
    }
  },
  LATEX("tex") {
    @Override
    public String render(List<TextTable> tables) {
      return joined(tables, TableFormat::latex);
    }
  },
  HTML("html") {
    @Override
    public String render(List<TextTable> tables) {
      return HtmlPage.of("", List.of(), tables);
    }
  };

  private final String ending;

  TableFormat(String ending) {
    this.ending = ending;
  }

  public abstract String render(List<TextTable> tables);

  public String render(TextTable table) {
    return render(List.of(table));
  }

  /** File name ending. */
  public String ending() {
    return ending;
  }

  public static TableFormat named(String name) {
    for (TableFormat format : values()) {
      if (format.ending.equals(name) || format.name().toLowerCase(Locale.ROOT).equals(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException("format must be md, csv, tex or html, not " + name);
  }

  private interface Writer {
    String write(TextTable table);
  }

  private static String joined(List<TextTable> tables, Writer writer) {
    return tables.stream().map(writer::write).collect(Collectors.joining("\n"));
  }

  private static String markdown(TextTable table) {
    StringBuilder out = new StringBuilder("### ").append(table.title()).append("\n\n");
    out.append(pipes(table.header()));
    out.append("|").append(" :--- |");
    out.append(" ---: |".repeat(table.header().size() - 1)).append('\n');
    for (int r = 0; r < table.rows().size(); r++) {
      out.append(pipes(cells(table, r, "**%s**", "<u>%s</u>", "*%s*", c -> c)));
    }
    table.notes().forEach(note -> out.append('\n').append(note).append('\n'));
    return out.toString();
  }

  /** The cells of a row, escaped, with the best in one wrapping and the second in another. */
  private static List<String> cells(
      TextTable table,
      int row,
      String best,
      String second,
      String band,
      UnaryOperator<String> escape) {
    List<String> out = new ArrayList<>();
    List<String> cells = table.rows().get(row);
    for (int c = 0; c < cells.size(); c++) {
      String text = escape.apply(cells.get(c));
      if (table.isBand(row)) {
        out.add(text.isEmpty() ? "" : band.replace("%s", text));
        continue;
      }
      out.add(
          switch (table.mark(row, c)) {
            case BEST -> best.replace("%s", text);
            case SECOND -> second.replace("%s", text);
            case PLAIN -> text;
          });
    }
    return out;
  }

  private static String pipes(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String csv(TextTable table) {
    StringBuilder out = new StringBuilder(commas(table.header()));
    table.rows().forEach(row -> out.append(commas(row)));
    return out.toString();
  }

  private static String commas(List<String> cells) {
    return cells.stream().map(TableFormat::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static String latex(TextTable table) {
    StringBuilder out = new StringBuilder("\\begin{table}[t]\n\\centering\n\\small\n");
    out.append("\\begin{tabular}{l").append("r".repeat(table.header().size() - 1)).append("}\n");
    out.append("\\toprule\n").append(ampersands(table.header())).append("\\midrule\n");
    for (int r = 0; r < table.rows().size(); r++) {
      if (table.isBand(r)) {
        out.append(r == 0 ? "" : "\\midrule\n");
        out.append("\\multicolumn{" + table.header().size() + "}{c}{");
        out.append("\\textit{").append(tex(table.rows().get(r).get(0))).append("}} \\\\\n");
      } else {
        List<String> cells =
            cells(table, r, "\\textbf{%s}", "\\underline{%s}", "%s", TableFormat::tex);
        out.append(cells.stream().collect(Collectors.joining(" & ", "", " \\\\\n")));
      }
    }
    out.append("\\bottomrule\n\\end{tabular}\n\\caption{").append(tex(table.title()));
    table.notes().forEach(note -> out.append(". ").append(tex(note)));
    return out.append("}\n\\end{table}\n").toString();
  }

  private static String ampersands(List<String> cells) {
    return cells.stream().map(TableFormat::tex).collect(Collectors.joining(" & ", "", " \\\\\n"));
  }

  private static String tex(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '&', '%', '$', '#', '_', '{', '}' -> out.append('\\').append(c);
        case '\\' -> out.append("\\textbackslash{}");
        case '~' -> out.append("\\textasciitilde{}");
        case '^' -> out.append("\\textasciicircum{}");
        case '<' -> out.append("\\textless{}");
        case '>' -> out.append("\\textgreater{}");
        case '|' -> out.append("\\textbar{}");
        // after the end of a row these would be read as its arguments
        case '[' -> out.append("{[}");
        case '*' -> out.append("{*}");
        case '±' -> out.append("$\\pm$");
        case 'Δ' -> out.append("$\\Delta$");
        case 'û' -> out.append("$\\hat u$");
        case '↓' -> out.append("$\\downarrow$");
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}
