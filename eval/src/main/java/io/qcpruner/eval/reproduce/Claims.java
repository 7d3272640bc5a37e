package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the paper says about its main table, counted in a run's own: tasks led, gaps of Avg. Rel.
 */
public final class Claims {

  private static final String OURS = "QCPruner";
  private static final String RIVAL = "MMTok";
  private static final Set<String> NO_BASELINES = Set.of(OURS, "QCPruner-Early", "Random");

  private Claims() {}

  /** One row per budget; empty if the table has no row of ours. */
  public static Optional<TextTable> of(Preset main, ScoreTable scores, List<String> budgets) {
    List<List<String>> lines = new ArrayList<>();
    for (String budget : budgets) {
      row(main, scores, OURS, budget).ifPresent(o -> lines.add(line(main, scores, budget, o)));
    }
    List<String> header =
        List.of("Tokens", "Tasks led or tied", "Strongest baseline", "Δ Avg. Rel.", "Δ to MMTok");
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable(
                "Claims of the text",
                header,
                lines,
                List.of(
                    "Tasks led or tied: printed score of QCPruner at least that of every other"
                        + " published method of the band; differences are of printed values.")));
  }

  private static List<String> line(
      Preset main, ScoreTable scores, String budget, ScoreTable.Row ours) {
    List<Preset.Row> baselines =
        main.rowsAt(budget).stream().filter(r -> !NO_BASELINES.contains(r.label())).toList();
    long led =
        scores.tasks().stream()
            .filter(
                task ->
                    baselines.stream()
                        .flatMap(b -> scores.row(b.at(budget)).stream())
                        .allMatch(b -> score(ours, task).compareTo(score(b, task)) >= 0))
            .count();
    Optional<Preset.Row> best =
        baselines.stream()
            .filter(b -> rel(scores, b, budget).isPresent())
            .max(Comparator.comparing(b -> rel(scores, b, budget).orElseThrow()));
    return List.of(
        budget,
        led + " of " + scores.tasks().size(),
        best.map(Preset.Row::label).orElse(""),
        best.map(b -> minus(ours, rel(scores, b, budget))).orElse(""),
        minus(ours, row(main, scores, RIVAL, budget).flatMap(Claims::printed)));
  }

  private static Optional<ScoreTable.Row> row(
      Preset main, ScoreTable scores, String label, String budget) {
    return main.rowsAt(budget).stream()
        .filter(r -> r.label().equals(label))
        .findFirst()
        .flatMap(r -> scores.row(r.at(budget)));
  }

  private static BigDecimal score(ScoreTable.Row row, String task) {
    ScoreTable.Cell cell = row.cells().get(task);
    return cell == null ? BigDecimal.valueOf(-1) : new BigDecimal(cell.display());
  }

  private static Optional<BigDecimal> rel(ScoreTable scores, Preset.Row row, String budget) {
    return scores.row(row.at(budget)).flatMap(Claims::printed);
  }

  private static Optional<BigDecimal> printed(ScoreTable.Row row) {
    return row.avgRelText().isEmpty()
        ? Optional.empty()
        : Optional.of(new BigDecimal(row.avgRelText()));
  }

  private static String minus(ScoreTable.Row ours, Optional<BigDecimal> theirs) {
    Optional<BigDecimal> mine = printed(ours);
    if (mine.isEmpty() || theirs.isEmpty()) {
      return "";
    }
    BigDecimal delta = mine.get().subtract(theirs.get());
    return (delta.signum() > 0 ? "+" : "") + delta.toPlainString();
  }
}
