package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Several runs side by side: QCPruner against the strongest baseline, edges, and selectors. */
public final class CrossSummary {

  private static final String OURS = "qcpruner";

  /** Controls, ablations of published methods, and a method with our anchors. */
  private static final Set<String> NOT_PUBLISHED =
      Set.of("random", "uniform", "sparsevlm-anchors", "dpp-visual", "cdpruner-llmrel");

  private static final String SELECTOR = "selector=";

  /** The paper's rows and their order, by selector. */
  private static final Map<String, String> EDGES = new LinkedHashMap<>();

  private static final Map<String, String> SELECTORS = new LinkedHashMap<>();

  static {
    EDGES.put("visual-only", "c_ij");
    EDGES.put("target", "c_ij û_i");
    EDGES.put("representative", "c_ij û_j");
    EDGES.put("coverage", "c_ij û_i û_j");
    SELECTORS.put("top-k", "Top-K");
    SELECTORS.put("mmr", "MMR");
    SELECTORS.put("visual-only", "Visual-only Cov.");
    SELECTORS.put("max-min", "Max-min");
    SELECTORS.put("dpp", "CDPruner-DPP");
    SELECTORS.put("mmtok-style", "MMTok-style");
    SELECTORS.put("mmtok-utility-row", "MMTok-style (utility row)");
    SELECTORS.put("coverage", "QCPruner");
  }

  /** A run and its scores. */
  public record Run(ScoreBook book, ScoreTable table) {
    String name() {
      return book.manifest().model().name();
    }

    /** Budget and number of tokens before pruning, as in 64/576. */
    String target(MethodSpec setting) {
      OptionalDouble full =
          book.tasks().stream()
              .flatMap(task -> book.costs(task, setting).stream())
              .filter(sums -> sums.samples() > 0)
              .mapToDouble(CostSums::tokensFull)
              .findFirst();
      String all = full.isPresent() ? "/" + Math.round(full.getAsDouble()) : "";
      return setting.budgetText() + all;
    }

    boolean partial() {
      return table.rows().stream().anyMatch(ScoreTable.Row::partial);
    }
  }

  private final List<Run> runs;

  public CrossSummary(List<Run> runs) {
    this.runs = List.copyOf(runs);
  }

  /** QCPruner against the strongest published method at each budget; empty without both. */
  public Optional<TextTable> strongestBaseline() {
    return strongest();
  }

  /** The tables that these runs can fill. */
  public List<TextTable> tables() {
    List<TextTable> tables = new ArrayList<>();
    strongest().ifPresent(tables::add);
    columns("Edges, Avg. Rel.", "Edge weight", EDGES).ifPresent(tables::add);
    columns("Selectors, Avg. Rel.", "Selector", SELECTORS).ifPresent(tables::add);
    FloorTable.of(runs).ifPresent(tables::add);
    return tables;
  }

  private Optional<TextTable> strongest() {
    List<List<String>> rows = new ArrayList<>();
    for (Run run : runs) {
      for (ScoreTable.Row ours : run.table.rows()) {
        if (ours.setting().method().equals(OURS) && ours.avgRel().isPresent()) {
          best(run, ours.setting().budgetText())
              .ifPresent(baseline -> rows.add(line(run, ours, baseline)));
        }
      }
    }
    List<String> header = List.of("Backbone", "Target/Full", "Baseline", "Base.", "Ours", "Δ");
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable("QCPruner against the strongest baseline", header, rows, notes())
                .withNote(
                    "Base. is the Avg. Rel. of the strongest published method at the same budget; Δ"
                        + " is the difference of the printed values."));
  }

  private static List<String> line(Run run, ScoreTable.Row ours, ScoreTable.Row baseline) {
    return List.of(
        run.name() + (run.partial() ? "*" : ""),
        run.target(ours.setting()),
        DisplayNames.of(baseline.setting()),
        baseline.avgRelText(),
        ours.avgRelText(),
        PaperLayout.minus(ours.avgRel(), baseline.avgRel()));
  }

  /**
   * The best published method of a budget; variants of ours, controls, ablations and other methods
   * with our anchors are not baselines.
   */
  private static Optional<ScoreTable.Row> best(Run run, String budget) {
    return run.table.rows().stream()
        .filter(r -> r.setting().budgetText().equals(budget) && r.avgRel().isPresent())
        .filter(r -> !r.setting().name().startsWith(OURS))
        .filter(r -> !NOT_PUBLISHED.contains(r.setting().name()))
        .max(Comparator.comparing(r -> r.avgRel().orElse(BigDecimal.ZERO)));
  }

  /** One row per selector in the paper's order, one column per run and budget, the best bold. */
  private Optional<TextTable> columns(String title, String first, Map<String, String> names) {
    Map<String, Map<String, String>> cells = new LinkedHashMap<>();
    Set<String> columns = new LinkedHashSet<>();
    for (Run run : runs) {
      for (ScoreTable.Row row : run.table.rows()) {
        Optional<String> selector = selector(row.setting()).filter(names::containsKey);
        if (selector.isPresent() && row.avgRel().isPresent()) {
          String column = run.name() + " " + run.target(row.setting());
          columns.add(column);
          cells
              .computeIfAbsent(selector.get(), s -> new LinkedHashMap<>())
              .put(column, row.avgRelMarked());
        }
      }
    }
    if (cells.size() < 2) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of(first));
    header.addAll(columns);
    List<List<String>> rows = new ArrayList<>();
    names.forEach(
        (selector, name) -> {
          if (cells.containsKey(selector)) {
            List<String> line = new ArrayList<>(List.of(name));
            columns.forEach(c -> line.add(cells.get(selector).getOrDefault(c, "")));
            rows.add(line);
          }
        });
    return Optional.of(new TextTable(title, header, rows, notes(), bold(rows), Set.of()));
  }

  /** The largest printed value of each column. */
  private static List<List<Mark>> bold(List<List<String>> rows) {
    List<List<Mark>> marks = new ArrayList<>();
    for (List<String> row : rows) {
      List<Mark> line = new ArrayList<>(List.of(Mark.PLAIN));
      for (int c = 1; c < row.size(); c++) {
        int column = c;
        double best = rows.stream().mapToDouble(r -> number(r.get(column))).max().orElseThrow();
        line.add(number(row.get(c)) == best ? Mark.BEST : Mark.PLAIN);
      }
      marks.add(line);
    }
    return marks;
  }

  private static double number(String cell) {
    return cell.isEmpty()
        ? Double.NEGATIVE_INFINITY
        : Double.parseDouble(cell.replace(ScoreTable.PARTIAL, ""));
  }

  /** The selector of a QCPruner setting that changes nothing else; plain QCPruner is coverage. */
  private static Optional<String> selector(MethodSpec setting) {
    if (setting.method().equals(OURS)) {
      return Optional.of("coverage");
    }
    boolean alone =
        setting.name().equals(OURS)
            && setting.settings().toString().startsWith(SELECTOR)
            && !setting.settings().toString().contains(",");
    return alone
        ? Optional.of(setting.settings().toString().substring(SELECTOR.length()))
        : Optional.empty();
  }

  private List<String> notes() {
    return runs.stream().anyMatch(Run::partial) ? List.of(ScoreTable.PARTIAL_NOTE) : List.of();
  }
}
