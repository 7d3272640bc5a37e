package io.qcpruner.eval.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Sheet;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.CostSums;
import io.qcpruner.eval.report.DurationTable;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table in the paper's shape: its rows and columns in its order, a band per budget, the best
 * number of a band bold and the second underlined.
 */
public final class PaperShape {

  private static final String MISSING = "";
  private static final String REL = "avg_rel";
  private static final String GRANULARITY = "granularity";
  private static final String DURATIONS_OF = "videomme";
  private static final List<String> DURATIONS =
      List.of("videomme_short", "videomme_medium", "videomme_long");
  private static final String PLAIN_ROW = "SparseVLM";
  private static final String ANCHORS_ROW = "SparseVLM+anchors";

  private final Preset preset;
  private final ScoreBook book;
  private final ScoreTable scores;
  private final List<String> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Mark>> marks = new ArrayList<>();
  private final Set<Integer> bands = new HashSet<>();

  private PaperShape(Preset preset, ScoreBook book, ScoreTable scores) {
    this.preset = preset;
    this.book = book;
    this.scores = scores;
    if (preset.paper().columns().contains(GRANULARITY)) {
      columns.add(GRANULARITY);
    }
    for (String task : preset.order(scores.tasks())) {
      columns.add(task);
      if (task.equals(DURATIONS_OF)) {
        columns.addAll(DURATIONS);
      }
    }
    columns.add(REL);
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

  /** Ours minus the paper's for every number that both have; empty without such a row. */
  public static Optional<TextTable> differences(
      Preset preset, ScoreBook book, ScoreTable scores, List<String> budgets) {
    return new PaperShape(preset, book, scores).minusPaper(budgets);
  }

  private TextTable build(List<String> budgets) {
    scores
        .row(MethodSpec.FULL)
        .ifPresent(full -> band(fullHeading(), List.of(cells("Full", "", full))));
    for (String budget : budgets) {
      List<List<String>> lines = lines(budget);
      if (!lines.isEmpty()) {
        band(heading(budget), lines);
        transfer(lines);
      }
    }
    return scores.rows().stream().allMatch(ScoreTable.Row::partial)
        ? cut()
        : new TextTable(preset.title(), header(), rows, scores.partialNote(), marks, bands);
  }

  /** Where every score is of a part of its samples, a note says so in place of marks. */
  private TextTable cut() {
    List<List<String>> bare =
        rows.stream().map(r -> r.stream().map(c -> c.replaceFirst("\\*$", "")).toList()).toList();
    int most =
        scores.tasks().stream()
            .flatMap(task -> book.sheet(task, MethodSpec.FULL).stream())
            .mapToInt(Sheet::samples)
            .max()
            .orElse(0);
    String note = "Samples of each task: the first " + most + ".";
    return new TextTable(preset.title(), header(), bare, List.of(note), marks, bands);
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of("Method"));
    for (String column : columns) {
      header.add(
          switch (column) {
            case GRANULARITY -> "Granularity";
            case "videomme_short" -> "Short";
            case "videomme_medium" -> "Medium";
            case "videomme_long" -> "Long";
            case REL -> "Avg. Rel.";
            default -> book.title(column);
          });
    }
    return header;
  }

  private List<List<String>> lines(String budget) {
    List<List<String>> lines = new ArrayList<>();
    for (Preset.Row row : preset.rowsAt(budget)) {
      scores.row(row.at(budget)).ifPresent(found -> lines.add(cells(row.label(), budget, found)));
    }
    return lines;
  }

  private List<String> cells(String label, String budget, ScoreTable.Row row) {
    List<String> line = new ArrayList<>(List.of(label));
    List<String> durations = DurationTable.shares(book, row.setting());
    for (String column : columns) {
      ScoreTable.Cell cell = row.cells().get(column);
      line.add(
          switch (column) {
            case GRANULARITY ->
                preset.printedRow(label, budget).map(r -> r.get(GRANULARITY)).orElse("--");
            case "videomme_short", "videomme_medium", "videomme_long" ->
                durations.get(DURATIONS.indexOf(column));
            case REL -> row.avgRelMarked();
            default -> cell == null ? MISSING : cell.marked();
          });
    }
    return line;
  }

  private String fullHeading() {
    return tokensFull().map(n -> "All " + n + " tokens (100%)").orElse("All tokens");
  }

  /** The budget and the share of the unpruned tokens that is gone. */
  private String heading(String budget) {
    Optional<BigDecimal> all = tokensFull();
    int frames = budget.endsWith("/frame") ? frames() : 1;
    Optional<Integer> total = number(budget.replace("/frame", "")).map(BigDecimal::intValue);
    if (all.isEmpty() || total.isEmpty() || frames == 0) {
      return budget + " tokens";
    }
    double gone = 100 * (1 - total.get() * frames / all.get().doubleValue());
    return budget + String.format(Locale.ROOT, " tokens (↓%.1f%%)", gone);
  }

  /** The number from the records, or the paper's without any. */
  private Optional<BigDecimal> tokensFull() {
    Optional<BigDecimal> run =
        scores.tasks().stream()
            .flatMap(task -> book.costs(task, MethodSpec.FULL).stream())
            .filter(sums -> sums.samples() > 0 && sums.tokensFull() > 0)
            .map(sums -> BigDecimal.valueOf(Math.round(sums.tokensFull())))
            .findFirst();
    return run.or(
        () ->
            preset.paper().rows().stream()
                .findFirst()
                .flatMap(row -> number(row.getOrDefault("full_tokens", ""))));
  }

  /** Frames of a clip: what a budget per frame kept in all, by that budget. */
  private int frames() {
    for (ScoreTable.Row row : scores.rows()) {
      String budget = row.setting().isFull() ? "" : row.setting().budgetText();
      for (String task : scores.tasks()) {
        Optional<CostSums> sums = book.costs(task, row.setting()).filter(s -> s.samples() > 0);
        if (budget.endsWith("/frame") && sums.isPresent()) {
          double each = Double.parseDouble(budget.replace("/frame", ""));
          return (int) Math.round(sums.get().tokensKept() / each);
        }
      }
    }
    return preset.paper().rows().isEmpty() ? 0 : Preset.PAPER_FRAMES;
  }

  private void band(String title, List<List<String>> lines) {
    int width = lines.get(0).size();
    List<String> heading = new ArrayList<>(Collections.nCopies(width, ""));
    heading.set(0, title);
    bands.add(rows.size());
    rows.add(heading);
    marks.add(List.of());
    for (List<String> line : lines) {
      rows.add(line);
      List<Mark> emphasis = new ArrayList<>(List.of(Mark.PLAIN));
      for (int c = 1; c < width; c++) {
        int column = c;
        emphasis.add(
            Ranking.HIGHEST.mark(
                number(line.get(c)), lines.stream().map(l -> number(l.get(column))).toList()));
      }
      marks.add(emphasis);
    }
  }

  /** What anchors change under SparseVLM, as the last row of its table. */
  private void transfer(List<List<String>> lines) {
    if (lines.size() != 2
        || !lines.get(0).get(0).equals(PLAIN_ROW)
        || !lines.get(1).get(0).equals(ANCHORS_ROW)) {
      return;
    }
    List<String> change = new ArrayList<>(List.of("Δ"));
    for (int c = 1; c < lines.get(0).size(); c++) {
      change.add(signed(number(lines.get(1).get(c)), number(lines.get(0).get(c))));
    }
    rows.add(change);
    marks.add(Collections.nCopies(change.size(), Mark.PLAIN));
  }

  private static String signed(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return "";
    }
    BigDecimal change = a.get().subtract(b.get());
    return (change.signum() > 0 ? "+" : "")
        + change.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }

  /** The number of a printed cell; empty for one without. */
  static Optional<BigDecimal> number(String cell) {
    String bare = cell.replace("*", "");
    return bare.matches("[-+]?\\d+(\\.\\d+)?")
        ? Optional.of(new BigDecimal(bare).stripTrailingZeros())
        : Optional.empty();
  }

  private Optional<TextTable> minusPaper(List<String> budgets) {
    List<List<String>> lines = new ArrayList<>();
    for (String budget : budgets) {
      for (List<String> row : lines(budget)) {
        preset.printedRow(row.get(0), budget).ifPresent(p -> lines.add(minus(row, budget, p)));
      }
    }
    List<String> header = header();
    header.add(1, "Tokens");
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable(
                "Ours - paper: " + preset.title(), header, lines, List.of("Printed values.")));
  }

  private List<String> minus(List<String> row, String budget, Map<String, String> printed) {
    List<String> line = new ArrayList<>(List.of(row.get(0), budget));
    for (int c = 0; c < columns.size(); c++) {
      Optional<BigDecimal> mine = number(row.get(c + 1));
      Optional<BigDecimal> theirs =
          number(printed.getOrDefault(PaperTable.column(columns.get(c)), ""));
      line.add(
          mine.isEmpty() || theirs.isEmpty()
              ? ""
              : mine.get().subtract(theirs.get()).stripTrailingZeros().toPlainString());
    }
    return line;
  }
}
