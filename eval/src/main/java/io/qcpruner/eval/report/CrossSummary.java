package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Several runs side by side: QCPruner against the strongest baseline, edges, and selectors. */
public final class CrossSummary {

  private static final String OURS = "qcpruner";
  private static final Set<String> CONTROLS = Set.of("random", "uniform");
  private static final List<String> EDGES =
      List.of("visual-only", "target", "representative", "coverage");
  private static final String SELECTOR = "selector=";

  /** A run and its scores. */
  public record Run(ScoreBook book, ScoreTable table) {
    String name() {
      return book.manifest().model().name();
    }

    boolean partial() {
      return table.rows().stream()
          .anyMatch(r -> r.cells().values().stream().anyMatch(ScoreTable.Cell::partial));
    }
  }

  private final List<Run> runs;

  public CrossSummary(List<Run> runs) {
    this.runs = List.copyOf(runs);
  }

  /** The tables that these runs can fill. */
  public List<TextTable> tables() {
    List<TextTable> tables = new ArrayList<>();
    strongest().ifPresent(tables::add);
    columns("Edges, Avg. Rel.", "Edge weight", EDGES::contains).ifPresent(tables::add);
    columns("Selectors, Avg. Rel.", "Selector", s -> true).ifPresent(tables::add);
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
    List<String> header =
        List.of("Backbone", "Tokens", "Strongest baseline", "Avg. Rel.", "QCPruner", "Δ");
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable("QCPruner against the strongest baseline", header, rows, notes()));
  }

  private static List<String> line(Run run, ScoreTable.Row ours, ScoreTable.Row baseline) {
    return List.of(
        run.name() + (run.partial() ? "*" : ""),
        ours.setting().budgetText(),
        DisplayNames.of(baseline.setting()),
        baseline.avgRelText(),
        ours.avgRelText(),
        PaperLayout.minus(ours.avgRel(), baseline.avgRel()));
  }

  /** The best published method of a budget; variants of ours and controls are no baselines. */
  private static Optional<ScoreTable.Row> best(Run run, String budget) {
    return run.table.rows().stream()
        .filter(r -> r.setting().budgetText().equals(budget) && r.avgRel().isPresent())
        .filter(r -> !r.setting().name().startsWith(OURS))
        .filter(r -> !CONTROLS.contains(r.setting().name()))
        .max(Comparator.comparing(r -> r.avgRel().orElse(BigDecimal.ZERO)));
  }

  /** One row per selector, one column per run and budget. */
  private Optional<TextTable> columns(String title, String first, Predicate<String> wanted) {
    Map<String, Map<String, String>> cells = new LinkedHashMap<>();
    Set<String> columns = new LinkedHashSet<>();
    for (Run run : runs) {
      for (ScoreTable.Row row : run.table.rows()) {
        Optional<String> selector = selector(row.setting()).filter(wanted);
        if (selector.isPresent() && row.avgRel().isPresent()) {
          String column =
              run.name() + (run.partial() ? "*" : "") + " " + row.setting().budgetText();
          columns.add(column);
          cells
              .computeIfAbsent(selector.get(), s -> new LinkedHashMap<>())
              .put(column, row.avgRelText());
        }
      }
    }
    if (cells.size() < 2) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of(first));
    header.addAll(columns);
    List<List<String>> rows = new ArrayList<>();
    cells.forEach(
        (selector, values) -> {
          List<String> line = new ArrayList<>(List.of(selector));
          columns.forEach(column -> line.add(values.getOrDefault(column, "")));
          rows.add(line);
        });
    return Optional.of(new TextTable(title, header, rows, notes()));
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
    return runs.stream().anyMatch(Run::partial)
        ? List.of("* only a part of the samples was run.")
        : List.of();
  }
}
