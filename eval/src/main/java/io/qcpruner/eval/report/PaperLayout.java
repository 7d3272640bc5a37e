package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Scores as the paper prints them: one band per budget with the share that is gone, the best of a
 * band in bold and the second underlined, and under a method with anchors its difference to the one
 * without.
 */
public final class PaperLayout {

  private static final String ANCHORS = "-anchors";

  private final ScoreBook book;
  private final ScoreTable table;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Mark>> marks = new ArrayList<>();
  private final Set<Integer> bands = new HashSet<>();

  private PaperLayout(ScoreBook book, ScoreTable table) {
    this.book = book;
    this.table = table;
  }

  public static TextTable of(ScoreBook book, ScoreTable table) {
    return new PaperLayout(book, table).build();
  }

  private TextTable build() {
    List<String> header = new ArrayList<>(List.of("Method"));
    table.tasks().forEach(task -> header.add(book.title(task)));
    header.add("Avg. Rel.");
    table.row(MethodSpec.FULL).ifPresent(full -> full(full, header.size()));
    List<String> budgets =
        table.rows().stream()
            .map(ScoreTable.Row::setting)
            .filter(s -> !s.isFull())
            .map(MethodSpec::budgetText)
            .distinct()
            .toList();
    budgets.forEach(budget -> band(budget, header.size()));
    return new TextTable(
        "Scores of " + book.manifest().model().name(),
        header,
        rows,
        table.notes(book),
        marks,
        bands);
  }

  private void full(ScoreTable.Row full, int columns) {
    String tokens = unpruned().map(t -> String.format(Locale.ROOT, "%.0f ", t)).orElse("");
    heading("All " + tokens + "Tokens (100%)", columns);
    line(full, Collections.nCopies(columns, Mark.PLAIN));
  }

  private void heading(String text, int columns) {
    List<String> row = new ArrayList<>(Collections.nCopies(columns, ""));
    row.set(0, text);
    bands.add(rows.size());
    rows.add(row);
    marks.add(List.of());
  }

  private void band(String budget, int columns) {
    List<ScoreTable.Row> inBand =
        table.rows().stream().filter(r -> r.setting().budgetText().equals(budget)).toList();
    heading(retained(inBand) + reduction(inBand), columns);
    for (ScoreTable.Row row : inBand) {
      List<Mark> emphasis = new ArrayList<>(List.of(Mark.PLAIN));
      for (String task : table.tasks()) {
        emphasis.add(mark(value(row, task), inBand.stream().map(r -> value(r, task)).toList()));
      }
      emphasis.add(mark(row.avgRel(), inBand.stream().map(ScoreTable.Row::avgRel).toList()));
      line(row, emphasis);
      difference(row, inBand, columns);
    }
  }

  /** A budget that depends on the sample is named with the mean of what was kept. */
  private String retained(List<ScoreTable.Row> inBand) {
    MethodSpec first = inBand.get(0).setting();
    boolean auto = first.requireBudget() instanceof Budget.Auto;
    return auto && book.kept(first).isPresent()
        ? first.budgetText() + ", " + book.kept(first).get() + " Tokens on average"
        : first.budgetText() + " Tokens";
  }

  private void line(ScoreTable.Row row, List<Mark> emphasis) {
    List<String> line = new ArrayList<>(List.of(DisplayNames.of(row.setting())));
    for (String task : table.tasks()) {
      ScoreTable.Cell cell = row.cells().get(task);
      line.add(cell == null ? "" : cell.marked());
    }
    line.add(row.avgRelMarked());
    rows.add(line);
    marks.add(emphasis);
  }

  /** What anchors change, under the row that has them. */
  private void difference(ScoreTable.Row row, List<ScoreTable.Row> inBand, int columns) {
    String name = row.setting().name();
    if (!name.endsWith(ANCHORS)) {
      return;
    }
    String plain = row.setting().method().replaceFirst(ANCHORS, "");
    Optional<ScoreTable.Row> without =
        inBand.stream().filter(r -> r.setting().method().equals(plain)).findFirst();
    if (without.isEmpty()) {
      return;
    }
    List<String> line = new ArrayList<>(List.of("Δ anchors"));
    for (String task : table.tasks()) {
      line.add(minus(value(row, task), value(without.get(), task)));
    }
    line.add(minus(row.avgRel(), without.get().avgRel()));
    rows.add(line);
    marks.add(Collections.nCopies(columns, Mark.PLAIN));
  }

  static String minus(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return "";
    }
    BigDecimal shown =
        new BigDecimal(AvgRel.display(a.get())).subtract(new BigDecimal(AvgRel.display(b.get())));
    return (shown.signum() > 0 ? "+" : "") + shown.toPlainString();
  }

  private static Optional<BigDecimal> value(ScoreTable.Row row, String task) {
    ScoreTable.Cell cell = row.cells().get(task);
    return cell == null ? Optional.empty() : Optional.of(new BigDecimal(cell.display()));
  }

  /** Values that print alike share their mark. */
  private static Mark mark(Optional<BigDecimal> value, List<Optional<BigDecimal>> all) {
    List<String> printed =
        all.stream()
            .flatMap(Optional::stream)
            .sorted(Comparator.reverseOrder())
            .map(AvgRel::display)
            .distinct()
            .toList();
    if (value.isEmpty() || all.size() < 2) {
      return Mark.PLAIN;
    }
    int rank = printed.indexOf(AvgRel.display(value.get()));
    return rank == 0 ? Mark.BEST : rank == 1 ? Mark.SECOND : Mark.PLAIN;
  }

  private Optional<Double> unpruned() {
    return table.tasks().stream()
        .flatMap(task -> book.costs(task, MethodSpec.FULL).stream())
        .filter(c -> c.samples() > 0)
        .map(CostSums::tokensFull)
        .findFirst();
  }

  /** From the tokens that were really kept, the mean over rows and tasks. */
  private String reduction(List<ScoreTable.Row> inBand) {
    double kept = 0;
    double all = 0;
    for (ScoreTable.Row row : inBand) {
      for (String task : table.tasks()) {
        Optional<CostSums> costs = book.costs(task, row.setting()).filter(c -> c.samples() > 0);
        kept += costs.map(CostSums::tokensKept).orElse(0.0);
        all += costs.map(CostSums::tokensFull).orElse(0.0);
      }
    }
    return all == 0 ? "" : String.format(Locale.ROOT, " (↓%.1f%%)", 100 * (1 - kept / all));
  }
}
