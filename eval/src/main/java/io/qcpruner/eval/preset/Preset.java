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
 * A table of the paper: which methods, at which budgets, on which suite, and the paper's table.
 *
 * @param rows the paper's row label and our method for it
 * @param budgets the paper's budgets
 * @param suite the paper's tasks
 * @param table the paper's table; empty for tasks that the paper doesn't have
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

  /** Tables whose columns stand in another order than in the paper's file of scores. */
  private static final Map<String, List<String>> COLUMNS =
      Map.of(
          "edges-llava",
          List.of("gqa", "pope", "mme", "scienceqa_img", "textvqa", "mmbench_en", "mmbench_cn"),
          "selectors-llava",
          List.of("gqa", "pope", "textvqa", "mmbench_en", "mmbench_cn", "mme", "scienceqa_img"));

  private static final String PER_FRAME = "/frame";

  /** Frames of a clip in the paper. */
  public static final int PAPER_FRAMES = 64;

  /** A row of the table. */
  public record Row(String label, String method) {

    public MethodSpec at(String budget) {
      return MethodSpec.parse(method).withBudget(Budgets.parse(budget));
    }
  }

  public Preset {
    rows = List.copyOf(rows);
    budgets = List.copyOf(budgets);
  }

  /** The unpruned model and every row at every budget, but no cell that the paper leaves out. */
  public List<MethodSpec> settings(List<String> atBudgets) {
    List<MethodSpec> settings = new ArrayList<>(List.of(MethodSpec.FULL));
    for (String budget : atBudgets) {
      rowsAt(budget).forEach(row -> settings.add(row.at(budget)));
    }
    return settings;
  }

  /** The rows of a budget: those of the paper, or all when the paper has no such budget. */
  public List<Row> rowsAt(String budget) {
    boolean inPaper =
        paper().rows().stream().anyMatch(r -> isAt(r, budget) && !labelOf(r).equals("Full"));
    return rows.stream()
        .filter(row -> !inPaper || printedRow(row.label(), budget).isPresent())
        .toList();
  }

  private static boolean isAt(Map<String, String> row, String budget) {
    return row.getOrDefault("retained_tokens", "").equals(paperTokens(budget));
  }

  private String labelOf(Map<String, String> row) {
    return row.getOrDefault(labelColumn, "");
  }

  /** A budget as the paper writes it: all tokens of a clip for a budget per frame. */
  private static String paperTokens(String budget) {
    return budget.endsWith(PER_FRAME)
        ? Integer.toString(
            PAPER_FRAMES
                * Integer.parseInt(budget.substring(0, budget.length() - PER_FRAME.length())))
        : budget;
  }

  /** A run's tasks in the paper's order; tasks that the paper's table lacks stand last. */
  public List<String> order(List<String> tasks) {
    List<String> columns = COLUMNS.getOrDefault(name, paper().tasks());
    return PaperTable.ordered(columns, tasks);
  }

  /** Our scores in the paper's layout, with the paper's Avg. Rel. beside ours. */
  public TextTable text(ScoreBook book, ScoreTable scores, List<String> atBudgets) {
    List<String> header = new ArrayList<>(List.of("Configuration", "Tokens"));
    order(scores.tasks()).forEach(task -> header.add(book.title(task)));
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
      for (Row row : rowsAt(budget)) {
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

  private List<String> line(
      String label, ScoreTable.Row row, ScoreTable scores, List<String> paper) {
    List<String> line = new ArrayList<>();
    line.add(label);
    line.add(row.setting().isFull() ? "all" : row.setting().budgetText());
    for (String task : order(scores.tasks())) {
      ScoreTable.Cell cell = row.cells().get(task);
      line.add(cell == null ? "" : cell.marked());
    }
    line.add(row.avgRelMarked());
    line.addAll(paper);
    return line;
  }

  /** The rows of the paper's table that are of this backbone; none without a table. */
  public PaperTable paper() {
    return table.isEmpty()
        ? new PaperTable("", List.of(), List.of())
        : PaperTable.load(table).ofBackbone(backbone);
  }

  /** The paper's Avg. Rel. of a row, where the table has such a column. */
  public Optional<String> printed(String label, String budget) {
    return printedRow(label, budget).map(row -> row.get("avg_rel"));
  }

  /** The paper's cells of a row by column. */
  public Optional<Map<String, String>> printedRow(String label, String budget) {
    return paper().rows().stream()
        .filter(row -> labelOf(row).equals(label) && isAt(row, budget))
        .findFirst();
  }
}
