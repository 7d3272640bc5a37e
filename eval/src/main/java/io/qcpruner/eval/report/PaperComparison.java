package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.task.ModelProfile;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** Whether a run's Avg. Rel. is over the tasks of a paper's table and over no others. */
  static boolean hasTasksOf(ScoreTable table, PaperTable paper) {
    Set<String> ours = new HashSet<>();
    table.tasks().forEach(task -> ours.add(PaperTable.column(task)));
    return ours.equals(Set.copyOf(paper.tasks()));
  }

  /** Whether a run's Avg. Rel. can stand beside that of a paper's table: same model and tasks. */
  public static boolean isComparable(ScoreBook book, ScoreTable table, PaperTable paper) {
    return isPaperSized(book) && hasTasksOf(table, paper);
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
        table.tasks().stream()
            .filter(task -> paper.columns().contains(PaperTable.column(task)))
            .toList();
    List<String> header = new ArrayList<>(List.of("Method", "Tokens"));
    tasks.forEach(task -> header.add(book.title(task)));
    boolean sameTasks = hasTasksOf(table, paper);
    if (sameTasks) {
      header.add("Avg. Rel.");
    }
    List<List<String>> lines = new ArrayList<>();
    for (ScoreTable.Row row : table.rows()) {
      Optional<Map<String, String>> printed = find(row.setting(), tokens(row.setting(), book));
      if (printed.isPresent()) {
        List<String> line = new ArrayList<>();
        line.add(DisplayNames.of(row.setting()));
        line.add(book.tokens(row.setting()));
        for (String task : tasks) {
          ScoreTable.Cell cell = row.cells().get(task);
          String mark = cell != null && cell.partial() ? ScoreTable.PARTIAL : "";
          line.add(
              beside(cell == null ? "" : cell.display(), printed.get().get(PaperTable.column(task)))
                  + mark);
        }
        if (sameTasks) {
          String mark = row.partial() ? ScoreTable.PARTIAL : "";
          line.add(beside(row.avgRelText(), printed.get().get("avg_rel")) + mark);
        }
        lines.add(line);
      }
    }
    List<String> notes = new ArrayList<>(lines.isEmpty() ? List.of() : table.partialNote());
    if (lines.isEmpty()) {
      notes.add("No row of this run is in the paper's table.");
    } else if (!sameTasks) {
      notes.add(
          "Avg. Rel. is not compared: the paper's is over "
              + String.join(", ", paper.tasks())
              + ".");
    }
    return new TextTable("Ours / paper (Δ), paper table " + paper.name(), header, lines, notes);
  }

  /** A budget as the paper writes it: all tokens of a clip for a budget per frame. */
  private static String tokens(MethodSpec setting, ScoreBook book) {
    if (setting.isFull() || !(setting.requireBudget() instanceof Budget.PerGroup)) {
      return setting.budgetText();
    }
    return book.kept(setting)
        .map(kept -> new BigDecimal(kept).setScale(0, RoundingMode.HALF_UP).toPlainString())
        .orElse(setting.budgetText());
  }

  /**
   * The paper's row of a setting; methods match by their names, parameters are not the paper's.
   *
   * @param tokens that it keeps of the whole input
   */
  Optional<Map<String, String>> find(MethodSpec setting, String tokens) {
    if (setting.isFull()) {
      return paper.find("method", "Full");
    }
    return paper.rows().stream()
        .filter(row -> row.getOrDefault("retained_tokens", "").equals(tokens))
        .filter(row -> plain(row.getOrDefault("method", "")).equals(plain(setting.method())))
        .findFirst();
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
