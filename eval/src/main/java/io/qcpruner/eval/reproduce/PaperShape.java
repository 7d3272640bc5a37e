package io.qcpruner.eval.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table in the paper's shape: its rows and columns in its order, a band per budget, the best
 * number of a band bold and the second underlined.
 */
public final class PaperShape {

  private static final String MISSING = "";

  private final Preset preset;
  private final ScoreBook book;
  private final ScoreTable scores;
  private final List<String> tasks;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Mark>> marks = new ArrayList<>();
  private final Set<Integer> bands = new HashSet<>();

  private PaperShape(Preset preset, ScoreBook book, ScoreTable scores) {
    this.preset = preset;
    this.book = book;
    this.scores = scores;
    this.tasks = order(preset.paper(), scores.tasks());
  }

  /**
   * The table of a run.
   *
   * @param budgets in the order of their bands
   */
  public static TextTable of(
      Preset preset, ScoreBook book, ScoreTable scores, List<String> budgets) {
    return new PaperShape(preset, book, scores).build(budgets);
  }

  /** The run's tasks in the paper's order; tasks that the paper lacks stand last. */
  public static List<String> order(PaperTable paper, List<String> ours) {
    List<String> columns =
        paper.tasks().stream()
            .map(c -> c.equals("longvideobench_val") ? "longvideobench" : c)
            .toList();
    List<String> ordered = new ArrayList<>(columns);
    ordered.retainAll(ours);
    ours.stream().filter(task -> !columns.contains(task)).forEach(ordered::add);
    return ordered;
  }

  private TextTable build(List<String> budgets) {
    List<String> header = new ArrayList<>(List.of("Method"));
    tasks.forEach(task -> header.add(book.title(task)));
    header.add("Avg. Rel.");
    scores.row(MethodSpec.FULL).ifPresent(full -> band("All tokens", List.of(cells("Full", full))));
    for (String budget : budgets) {
      List<List<String>> lines = new ArrayList<>();
      for (Preset.Row row : preset.rowsAt(budget)) {
        scores.row(row.at(budget)).ifPresent(found -> lines.add(cells(row.label(), found)));
      }
      if (!lines.isEmpty()) {
        band(budget + " tokens", lines);
      }
    }
    return new TextTable(preset.title(), header, rows, scores.partialNote(), marks, bands);
  }

  private List<String> cells(String label, ScoreTable.Row row) {
    List<String> line = new ArrayList<>(List.of(label));
    for (String task : tasks) {
      ScoreTable.Cell cell = row.cells().get(task);
      line.add(cell == null ? MISSING : cell.marked());
    }
    line.add(row.avgRelMarked());
    return line;
  }

  private void band(String title, List<List<String>> lines) {
    int columns = lines.get(0).size();
    List<String> heading = new ArrayList<>(Collections.nCopies(columns, ""));
    heading.set(0, title);
    bands.add(rows.size());
    rows.add(heading);
    marks.add(List.of());
    for (List<String> line : lines) {
      rows.add(line);
      List<Mark> emphasis = new ArrayList<>(List.of(Mark.PLAIN));
      for (int c = 1; c < columns; c++) {
        int column = c;
        emphasis.add(mark(line.get(c), lines.stream().map(l -> l.get(column)).toList()));
      }
      marks.add(emphasis);
    }
  }

  /** Numbers that print alike share their mark; a single row has none. */
  private static Mark mark(String value, List<String> column) {
    if (value.isEmpty() || column.size() < 2) {
      return Mark.PLAIN;
    }
    List<BigDecimal> distinct =
        column.stream()
            .flatMap(cell -> number(cell).stream())
            .distinct()
            .sorted(Comparator.reverseOrder())
            .toList();
    int rank = distinct.indexOf(number(value).orElseThrow());
    return rank == 0 ? Mark.BEST : rank == 1 ? Mark.SECOND : Mark.PLAIN;
  }

  static Optional<BigDecimal> number(String cell) {
    String bare = cell.replace("*", "");
    return bare.isEmpty()
        ? Optional.empty()
        : Optional.of(new BigDecimal(bare).stripTrailingZeros());
  }

  /** Ours minus the paper's for every cell that both have; empty when model or tasks are others. */
  public static Optional<TextTable> differences(TextTable ours, Preset preset, List<String> tasks) {
    List<List<String>> lines = new ArrayList<>();
    String budget = "";
    for (int r = 0; r < ours.rows().size(); r++) {
      List<String> row = ours.rows().get(r);
      if (ours.bands().contains(r)) {
        budget = row.get(0).replace(" tokens", "");
        continue;
      }
      Optional<Map<String, String>> printed = preset.printedRow(row.get(0), budget);
      if (printed.isPresent()) {
        lines.add(line(row, budget, printed.get(), tasks));
      }
    }
    List<String> header = new ArrayList<>(ours.header());
    header.add(1, "Tokens");
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable(
                "Ours - paper: " + preset.title(), header, lines, List.of("Printed values.")));
  }

  private static List<String> line(
      List<String> row, String budget, Map<String, String> printed, List<String> tasks) {
    List<String> line = new ArrayList<>(List.of(row.get(0), budget));
    for (int t = 0; t <= tasks.size(); t++) {
      String column = t == tasks.size() ? "avg_rel" : tasks.get(t);
      column = column.equals("longvideobench") ? "longvideobench_val" : column;
      Optional<BigDecimal> mine = number(row.get(t + 1));
      Optional<BigDecimal> theirs = number(printed.getOrDefault(column, ""));
      line.add(
          mine.isEmpty() || theirs.isEmpty()
              ? ""
              : mine.get().subtract(theirs.get()).stripTrailingZeros().toPlainString());
    }
    return line;
  }
}
