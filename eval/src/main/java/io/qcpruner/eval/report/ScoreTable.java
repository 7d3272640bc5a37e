package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Sheet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scores of every setting on every task with Avg. Rel. against the unpruned model.
 *
 * @param tasks columns
 * @param rows one per setting
 */
public record ScoreTable(List<String> tasks, List<Row> rows) {

  /** Which scores go into Avg. Rel. */
  public enum Input {
    /** As printed, with one decimal: the paper's way. */
    DISPLAYED,
    /** Unrounded. */
    EXACT
  }

  /**
   * One score.
   *
   * @param external true when a server gave it
   */
  public record Cell(
      double value, String display, int samples, int expected, int unparsed, boolean external) {
    boolean partial() {
      return !external && samples < expected;
    }

    /** As printed, with an asterisk where only a part of the samples was run. */
    public String marked() {
      return display + (partial() ? PARTIAL : "");
    }
  }

  /** Marks a number that comes from a part of the samples. */
  static final String PARTIAL = "*";

  static final String PARTIAL_NOTE = "* only a part of the samples was run.";

  /**
   * One setting.
   *
   * @param cells by task; a missing task has no entry
   * @param avgRel empty when a task is missing
   */
  public record Row(MethodSpec setting, Map<String, Cell> cells, Optional<BigDecimal> avgRel) {
    public String avgRelText() {
      return avgRel.map(AvgRel::display).orElse("");
    }

    /** Whether only a part of the samples was run. */
    public boolean partial() {
      return cells.values().stream().anyMatch(Cell::partial);
    }

    /** Avg. Rel. as printed, with an asterisk where only a part of the samples was run. */
    public String avgRelMarked() {
      return avgRelText() + (avgRel.isPresent() && partial() ? PARTIAL : "");
    }
  }

  public static ScoreTable of(ScoreBook book, ExternalScores external, Input input) {
    List<String> tasks = book.tasks();
    Map<MethodSpec, Map<String, Cell>> cells = new LinkedHashMap<>();
    for (MethodSpec setting : book.settings()) {
      Map<String, Cell> row = new LinkedHashMap<>();
      for (String task : tasks) {
        cell(book, external, task, setting).ifPresent(cell -> row.put(task, cell));
      }
      cells.put(setting, row);
    }
    Map<String, Cell> full = cells.getOrDefault(MethodSpec.FULL, Map.of());
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (setting, row) -> rows.add(new Row(setting, row, avgRel(tasks, row, full, input))));
    return new ScoreTable(tasks, rows);
  }

  private static Optional<Cell> cell(
      ScoreBook book, ExternalScores external, String task, MethodSpec setting) {
    Optional<BigDecimal> given = external.of(task, setting.toString());
    if (given.isPresent()) {
      double value = given.get().doubleValue();
      return Optional.of(new Cell(value, book.metric(task).display(value), 0, 0, 0, true));
    }
    Optional<Sheet> sheet = book.sheet(task, setting);
    return sheet.map(
        s ->
            new Cell(
                s.value(),
                book.metric(task).display(s.value()),
                s.samples(),
                book.expected(task),
                s.unparsed(),
                false));
  }

  private static Optional<BigDecimal> avgRel(
      List<String> tasks, Map<String, Cell> row, Map<String, Cell> full, Input input) {
    List<BigDecimal> scores = new ArrayList<>();
    List<BigDecimal> unpruned = new ArrayList<>();
    for (String task : tasks) {
      Cell ours = row.get(task);
      Cell reference = full.get(task);
      if (ours == null || reference == null || reference.value == 0) {
        return Optional.empty();
      }
      scores.add(number(ours, input));
      unpruned.add(number(reference, input));
    }
    boolean impossible = tasks.isEmpty() || unpruned.stream().anyMatch(s -> s.signum() == 0);
    return impossible ? Optional.empty() : Optional.of(AvgRel.of(scores, unpruned));
  }

  private static BigDecimal number(Cell cell, Input input) {
    return input == Input.DISPLAYED ? new BigDecimal(cell.display) : BigDecimal.valueOf(cell.value);
  }

  public Optional<Row> row(MethodSpec setting) {
    return rows.stream().filter(row -> row.setting.equals(setting)).findFirst();
  }

  /** The paper's layout: method, budget, tasks, Avg. Rel. */
  public TextTable text(ScoreBook book) {
    List<String> header = new ArrayList<>(List.of("Method", "Tokens"));
    tasks.forEach(task -> header.add(book.title(task)));
    header.add("Avg. Rel.");
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      List<String> line = new ArrayList<>();
      line.add(row.setting.method());
      line.add(book.tokens(row.setting));
      for (String task : tasks) {
        Cell cell = row.cells.get(task);
        line.add(cell == null ? "" : cell.marked());
      }
      line.add(row.avgRelMarked());
      lines.add(line);
    }
    return new TextTable("Scores", header, lines, notes(book));
  }

  /** What the asterisk means, if some number has one. */
  public List<String> partialNote() {
    return rows.stream().anyMatch(Row::partial) ? List.of(PARTIAL_NOTE) : List.of();
  }

  List<String> notes(ScoreBook book) {
    List<String> notes = new ArrayList<>();
    notes.addAll(partialNote());
    for (String task : tasks) {
      int unparsed =
          rows.stream()
              .map(r -> r.cells.get(task))
              .filter(c -> c != null)
              .mapToInt(Cell::unparsed)
              .sum();
      if (unparsed > 0) {
        notes.add(book.title(task) + ": " + unparsed + " answers could not be parsed.");
      }
      if (rows.stream().noneMatch(row -> row.cells.containsKey(task))) {
        notes.add(
            book.title(task)
                + switch (book.scoring(task)) {
                  case SERVER -> ": scored by a server, whose scores were not given.";
                  case JUDGE -> ": needs a judge.";
                  case OFFLINE -> ": no records.";
                });
      }
    }
    return notes;
  }
}
