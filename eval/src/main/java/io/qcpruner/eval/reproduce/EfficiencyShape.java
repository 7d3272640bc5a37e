package io.qcpruner.eval.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.CostSums;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.TextTable.Mark;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The paper's efficiency table: FLOPs in its counting, prefill and decode times, memory and the
 * score of one task; a band per budget, the best of each column bold.
 */
public final class EfficiencyShape {

  private static final String PAPER = "efficiency";
  private static final String PAPER_PRESET = "main-next";
  private static final double NOMINAL = 2880;
  private static final int COLUMNS = 6;
  private static final double TERA = 1e12;
  private static final double GIGA = 1e9;

  /** Below this many FLOPs a table of TFLOPs would show zeros. */
  private static final double SMALL = 0.1 * TERA;

  private final Preset preset;
  private final ScoreBook book;
  private final ScoreTable scores;
  private final String task;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Mark>> marks = new ArrayList<>();
  private final Set<Integer> bands = new HashSet<>();

  private EfficiencyShape(Preset preset, ScoreBook book, ScoreTable scores, String task) {
    this.preset = preset;
    this.book = book;
    this.scores = scores;
    this.task = task;
  }

  /** The table of a run; empty if none of its settings has a cost on the task. */
  public static Optional<TextTable> of(
      Preset preset, ScoreBook book, ScoreTable scores, String task) {
    return new EfficiencyShape(preset, book, scores, task).build();
  }

  private Optional<TextTable> build() {
    boolean small = costs(MethodSpec.FULL).map(c -> c.paperFlops() < SMALL).orElse(false);
    double unit = small ? GIGA : TERA;
    List<List<String>> full = new ArrayList<>();
    scores.row(MethodSpec.FULL).flatMap(r -> line("Unpruned", r, unit)).ifPresent(full::add);
    band(costs(MethodSpec.FULL).map(c -> tokens(c) + " (100%)").orElse("All tokens"), full);
    for (String budget : budgets()) {
      List<List<String>> lines = new ArrayList<>();
      for (Preset.Row row : rowsAt(budget)) {
        scores.row(row.at(budget)).flatMap(r -> line(row.label(), r, unit)).ifPresent(lines::add);
      }
      band(heading(budget), lines);
    }
    List<String> header =
        List.of(
            "Method",
            small ? "FLOPs (G)" : "FLOPs (T)",
            "LLM Pre. (ms)",
            "LLM Dec. (ms)",
            "Mem. (GB)",
            book.title(task));
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable("Cost and " + book.title(task), header, rows, notes(), marks, bands));
  }

  /** The paper's table has one budget of one backbone; others show all of theirs. */
  private List<String> budgets() {
    return preset.name().equals(PAPER_PRESET) ? List.of("320") : preset.budgets();
  }

  private List<Preset.Row> rowsAt(String budget) {
    if (!preset.name().equals(PAPER_PRESET)) {
      return preset.rowsAt(budget);
    }
    List<Preset.Row> ordered = new ArrayList<>();
    for (Map<String, String> printed : PaperTable.load(PAPER).rows()) {
      preset.rowsAt(budget).stream()
          .filter(row -> row.label().equals(printed.get("method")))
          .forEach(ordered::add);
    }
    return ordered;
  }

  private Optional<CostSums> costs(MethodSpec setting) {
    return book.costs(task, setting).filter(sums -> sums.samples() > 0);
  }

  private static String tokens(CostSums sums) {
    return "All " + Math.round(sums.tokensFull()) + " tokens";
  }

  /**
   * The budget and the share of tokens that is gone; LLaVA-NeXT's is of its largest count, as the
   * paper prints it.
   */
  private String heading(String budget) {
    double all =
        preset.name().equals(PAPER_PRESET) || preset.equals(Presets.EFFICIENCY)
            ? NOMINAL
            : costs(MethodSpec.FULL).map(CostSums::tokensFull).orElse(0.0);
    return all > 0 && budget.matches("\\d+")
        ? String.format(
            Locale.ROOT, "%s tokens (↓%.1f%%)", budget, 100 * (1 - Integer.parseInt(budget) / all))
        : budget + " tokens";
  }

  private Optional<List<String>> line(String label, ScoreTable.Row row, double unit) {
    ScoreTable.Cell cell = row.cells().get(task);
    return costs(row.setting())
        .map(
            sums ->
                List.of(
                    label,
                    one(sums.paperFlops() / unit),
                    one(sums.ms("prefill")),
                    one(sums.ms("decode_per_token")),
                    sums.peakBytes() == 0 ? "" : one(sums.peakBytes() / GIGA),
                    cell == null ? "" : cell.marked()));
  }

  private static String one(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value) : "";
  }

  private void band(String title, List<List<String>> lines) {
    if (lines.isEmpty()) {
      return;
    }
    List<String> heading = new ArrayList<>(Collections.nCopies(COLUMNS, ""));
    heading.set(0, title);
    bands.add(rows.size());
    rows.add(heading);
    marks.add(List.of());
    for (List<String> line : lines) {
      rows.add(line);
      List<Mark> emphasis = new ArrayList<>(List.of(Mark.PLAIN));
      for (int c = 1; c < COLUMNS; c++) {
        int column = c;
        Ranking ranking = c == COLUMNS - 1 ? Ranking.HIGHEST : Ranking.LOWEST;
        Mark mark =
            ranking.mark(
                PaperShape.number(line.get(c)),
                lines.stream().map(l -> PaperShape.number(l.get(column))).toList());
        emphasis.add(mark == Mark.BEST ? mark : Mark.PLAIN);
      }
      marks.add(emphasis);
    }
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(scores.partialNote());
    notes.add(
        "FLOPs in the paper's counting: one full-length layer fewer than a cut has, no newlines"
            + " after it. Prefill includes pruning and excludes query anchors; decode is per"
            + " token.");
    notes.add(
        "Memory is the peak of the process, weights included: the model ran on the CPU, so no other"
            + " device holds any of it. Settings of a sample are answered in turns by one"
            + " process.");
    if (preset.name().equals(PAPER_PRESET) || preset.equals(Presets.EFFICIENCY)) {
      notes.add(
          "The paper prints 6.2 for SparseVLM, of a schedule that it doesn't give; the official"
              + " lists times five are counted here.");
    }
    return notes;
  }
}
