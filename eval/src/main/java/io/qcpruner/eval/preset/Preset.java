package io.qcpruner.eval.preset;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.report.PaperComparison;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An ablation of the paper: which methods, at which budgets, on which suite, and the paper's table.
 *
 * @param rows the paper's row label and our method for it
 * @param budgets the paper's budgets
 * @param suite the paper's tasks
 * @param table the paper's table
 * @param labelColumn column of that table that holds the labels
 * @param backbone value of its column backbone, empty if it has none
 */
public record Preset(
    String name,
    String title,
    List<Row> rows,
    List<String> budgets,
    String suite,
    String table,
    String labelColumn,
    String backbone) {

  /** A row of the table. */
  public record Row(String label, String method) {

    MethodSpec at(String budget) {
      return MethodSpec.parse(method).withBudget(Budgets.parse(budget));
    }
  }

  public Preset {
    rows = List.copyOf(rows);
    budgets = List.copyOf(budgets);
  }

  /** The unpruned model and every row at every budget. */
  public List<MethodSpec> settings(List<String> atBudgets) {
    List<MethodSpec> settings = new ArrayList<>(List.of(MethodSpec.FULL));
    for (String budget : atBudgets) {
      rows.forEach(row -> settings.add(row.at(budget)));
    }
    return settings;
  }

  /** Our scores in the paper's layout, with the paper's Avg. Rel. beside ours. */
  public TextTable text(ScoreBook book, ScoreTable scores, List<String> atBudgets) {
    List<String> header = new ArrayList<>(List.of("Configuration", "Tokens"));
    scores.tasks().forEach(task -> header.add(book.title(task)));
    header.add("Rel.");
    boolean same = PaperComparison.isComparable(book, scores, paper());
    if (same) {
      header.add("Rel. (paper)");
    }
    List<List<String>> lines = new ArrayList<>();
    scores
        .row(MethodSpec.FULL)
        .ifPresent(row -> lines.add(line("Full", row, scores, only(same, "100.0"))));
    for (String budget : atBudgets) {
      for (Row row : rows) {
        scores
            .row(row.at(budget))
            .ifPresent(
                ours ->
                    lines.add(
                        line(
                            row.label,
                            ours,
                            scores,
                            only(same, printed(row.label, budget).orElse("")))));
      }
    }
    List<String> notes = new ArrayList<>(scores.partialNote());
    if (!same) {
      notes.add("Not beside the paper's numbers: those are of another model or other tasks.");
    }
    return new TextTable(title, header, lines, notes);
  }

  /** The paper's cell, where the table has such a column. */
  private static List<String> only(boolean same, String printed) {
    return same ? List.of(printed) : List.of();
  }

  private static List<String> line(
      String label, ScoreTable.Row row, ScoreTable scores, List<String> paper) {
    List<String> line = new ArrayList<>();
    line.add(label);
    line.add(row.setting().isFull() ? "all" : row.setting().budgetText());
    for (String task : scores.tasks()) {
      ScoreTable.Cell cell = row.cells().get(task);
      line.add(cell == null ? "" : cell.marked());
    }
    line.add(row.avgRelMarked());
    line.addAll(paper);
    return line;
  }

  /** The rows of the paper's table that are of this backbone. */
  public PaperTable paper() {
    return PaperTable.load(table).ofBackbone(backbone);
  }

  /** The paper's Avg. Rel. of a row. */
  public Optional<String> printed(String label, String budget) {
    for (Map<String, String> row : paper().rows()) {
      boolean same =
          row.getOrDefault(labelColumn, "").equals(label)
              && row.getOrDefault("retained_tokens", "").equals(budget);
      if (same) {
        return Optional.of(row.get("avg_rel"));
      }
    }
    return Optional.empty();
  }
}
