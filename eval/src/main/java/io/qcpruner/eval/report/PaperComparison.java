package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.task.ModelProfile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Our scores beside the paper's: ours / paper for every row that both have. */
public final class PaperComparison {

  private final PaperTable paper;

  public PaperComparison(PaperTable paper) {
    this.paper = paper;
  }

  /** The paper's complete table of a family. */
  public static PaperComparison of(ModelProfile model) {
    if (model.paperTable().isEmpty()) {
      throw new IllegalArgumentException("the paper has no table of this model's family");
    }
    return new PaperComparison(PaperTable.load(model.paperTable()));
  }

  /** The decoder of every backbone in the paper's tables: 32 layers, or 28 for Qwen2. */
  private static final List<Integer> PAPER_LAYERS = List.of(32, 28);

  private static final int SMALLEST_WIDTH = 3584;

  /** Whether a model has the size of the paper's; a smaller one has no row in its tables. */
  static boolean isPaperSized(ScoreBook book) {
    PrefillFlops decoder = book.manifest().model().decoder();
    return PAPER_LAYERS.contains(decoder.layers()) && decoder.hidden() >= SMALLEST_WIDTH;
  }

  /** Ours and the paper's, where model and tasks are the same; else a note that says why not. */
  public TextTable text(ScoreTable table, ScoreBook book) {
    if (!isPaperSized(book)) {
      return new TextTable(
          "Ours / paper (Δ), paper table " + paper.name(),
          List.of("Method"),
          List.of(),
          List.of(
              "Not compared: "
                  + book.manifest().model().name()
                  + " is not the model of the paper's table."));
    }
    List<String> tasks =
        table.tasks().stream().filter(task -> paper.columns().contains(column(task))).toList();
    List<String> header = new ArrayList<>(List.of("Method", "Tokens"));
    tasks.forEach(task -> header.add(book.title(task)));
    header.add("Avg. Rel.");
    List<List<String>> lines = new ArrayList<>();
    for (ScoreTable.Row row : table.rows()) {
      Optional<Map<String, String>> printed = find(row.setting());
      if (printed.isPresent()) {
        List<String> line = new ArrayList<>();
        line.add(row.setting().method());
        line.add(row.setting().isFull() ? "all" : row.setting().budgetText());
        for (String task : tasks) {
          ScoreTable.Cell cell = row.cells().get(task);
          line.add(beside(cell == null ? "" : cell.display(), printed.get().get(column(task))));
        }
        line.add(beside(row.avgRelText(), printed.get().get("avg_rel")));
        lines.add(line);
      }
    }
    return new TextTable(
        "Ours / paper (Δ), paper table " + paper.name(),
        header,
        lines,
        lines.isEmpty() ? List.of("No row of this run is in the paper's table.") : List.of());
  }

  /** The paper's row of a setting; methods match by their names, parameters are not the paper's. */
  Optional<Map<String, String>> find(MethodSpec setting) {
    if (setting.isFull()) {
      return paper.find("method", "Full");
    }
    return paper.rows().stream()
        .filter(row -> row.getOrDefault("retained_tokens", "").equals(setting.budgetText()))
        .filter(row -> plain(row.getOrDefault("method", "")).equals(plain(setting.method())))
        .findFirst();
  }

  static String column(String task) {
    return task.equals("longvideobench") ? "longvideobench_val" : task;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("+", "");
  }

  static String beside(String ours, String theirs) {
    if (ours.isEmpty() || theirs.isEmpty()) {
      return ours + " / " + theirs;
    }
    BigDecimal delta = new BigDecimal(ours).subtract(new BigDecimal(theirs));
    String sign = delta.signum() > 0 ? "+" : "";
    return ours + " / " + theirs + " (" + sign + delta.toPlainString() + ")";
  }
}
