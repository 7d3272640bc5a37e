package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.DurationTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.Uncertainty;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the paper's text says about a table, counted in a run's own: tasks that its full method
 * leads or ties, the strongest other row, and the gap of Avg. Rel. to the row it is compared with
 * most, with an interval and a paired test.
 */
public final class Claims {

  /** The full method of a table, and the row that the paper's text compares it with. */
  private static final Map<String, String> RIVALS =
      Map.of(
          "c_ij*u_i*u_j", "c_ij*u_j",
          "Fusion+Anc.", "Fusion+Prompt");

  private static final String OURS = "QCPruner";
  private static final List<String> RIVALS_OF_OURS = List.of("MMTok", "MMTok-style", "FastVID");

  /** No complete systems of others. */
  private static final Set<String> NO_BASELINES = Set.of("QCPruner-Early", "Random");

  private final Preset preset;
  private final ScoreBook book;
  private final ScoreTable scores;
  private final Uncertainty uncertainty;
  private final String ours;
  private final String rival;

  private Claims(
      Preset preset, ScoreBook book, ScoreTable scores, Uncertainty uncertainty, String ours) {
    this.preset = preset;
    this.book = book;
    this.scores = scores;
    this.uncertainty = uncertainty;
    this.ours = ours;
    this.rival =
        ours.equals(OURS)
            ? RIVALS_OF_OURS.stream().filter(this::hasRow).findFirst().orElse("")
            : RIVALS.get(ours);
  }

  /** One row per budget; empty if the table has no full method or nothing to compare it with. */
  public static Optional<TextTable> of(
      Preset preset, ScoreBook book, ScoreTable scores, Uncertainty uncertainty) {
    for (Preset.Row row : preset.rows()) {
      boolean full = row.label().equals(OURS) || RIVALS.containsKey(row.label());
      if (full) {
        return new Claims(preset, book, scores, uncertainty, row.label()).table();
      }
    }
    return Optional.empty();
  }

  private boolean hasRow(String label) {
    return preset.rows().stream().anyMatch(row -> row.label().equals(label));
  }

  private Optional<TextTable> table() {
    List<List<String>> lines = new ArrayList<>();
    for (String budget : preset.budgets()) {
      if (!rival.isEmpty() && row(ours, budget).isPresent()) {
        lines.add(line(budget));
      }
    }
    List<String> header =
        List.of(
            "Tokens",
            "Scores led",
            "tied",
            "Strongest other",
            "Δ Avg. Rel.",
            "Scores above : below " + rival,
            "Δ to " + rival,
            "95 % interval",
            "p");
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TextTable(
                "Claims: " + ours + " in " + preset.title(),
                header,
                lines,
                List.of(
                    "Printed scores; led: above every other row of the band, tied: level with the"
                        + " best one. Interval and p (paired permutation test) are of the unrounded"
                        + " Avg. Rel. and need the records of both settings.")));
  }

  private List<String> line(String budget) {
    List<String> others =
        preset.rowsAt(budget).stream()
            .map(Preset.Row::label)
            .filter(label -> !label.equals(ours) && !NO_BASELINES.contains(label))
            .filter(label -> row(label, budget).isPresent())
            .toList();
    List<BigDecimal> mine = printed(ours, budget);
    int led = 0;
    int tied = 0;
    int above = 0;
    int below = 0;
    int count = 0;
    for (int i = 0; i < mine.size(); i++) {
      int at = i;
      Optional<BigDecimal> best =
          others.stream()
              .map(label -> printed(label, budget).get(at))
              .filter(v -> v.signum() >= 0)
              .max(Comparator.naturalOrder());
      if (mine.get(i).signum() < 0 || best.isEmpty()) {
        continue; // a score that was not measured
      }
      count++;
      led += mine.get(i).compareTo(best.get()) > 0 ? 1 : 0;
      tied += mine.get(i).compareTo(best.get()) == 0 ? 1 : 0;
      if (others.contains(rival)) {
        int order = mine.get(i).compareTo(printed(rival, budget).get(i));
        above += order > 0 ? 1 : 0;
        below += order < 0 ? 1 : 0;
      }
    }
    Optional<String> strongest =
        others.stream()
            .filter(label -> rel(label, budget).isPresent())
            .max(Comparator.comparing(label -> rel(label, budget).orElseThrow()));
    List<String> line = new ArrayList<>();
    line.add(budget);
    line.add(led + " of " + count);
    line.add(Integer.toString(tied));
    line.add(strongest.orElse(""));
    line.add(minus(budget, strongest));
    line.add(others.contains(rival) ? above + " : " + below : "");
    line.add(minus(budget, Optional.of(rival)));
    Optional<Uncertainty.Gap> gap =
        row(ours, budget)
            .flatMap(
                a ->
                    row(rival, budget)
                        .flatMap(b -> uncertainty.gap(scores, a.setting(), b.setting())));
    line.add(
        gap.map(g -> range(g.interval().low()) + " to " + range(g.interval().high())).orElse(""));
    line.add(gap.map(g -> String.format(Locale.ROOT, "%.3f", g.pValue())).orElse(""));
    return line;
  }

  private static String range(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Scores of tasks in order, then those by duration; -1 where there is none. */
  private List<BigDecimal> printed(String label, String budget) {
    ScoreTable.Row row = row(label, budget).orElseThrow();
    List<BigDecimal> all = new ArrayList<>();
    for (String task : scores.tasks()) {
      ScoreTable.Cell cell = row.cells().get(task);
      all.add(number(cell == null ? "" : cell.display()));
    }
    DurationTable.shares(book, row.setting()).forEach(share -> all.add(number(share)));
    return all;
  }

  private static BigDecimal number(String printed) {
    return PaperShape.number(printed).orElse(BigDecimal.ONE.negate());
  }

  private Optional<ScoreTable.Row> row(String label, String budget) {
    return preset.rowsAt(budget).stream()
        .filter(r -> r.label().equals(label))
        .findFirst()
        .flatMap(r -> scores.row(r.at(budget)));
  }

  private Optional<BigDecimal> rel(String label, String budget) {
    return row(label, budget).flatMap(row -> PaperShape.number(row.avgRelText()));
  }

  /** A difference of printed Avg. Rel., as the paper's text gives them. */
  private String minus(String budget, Optional<String> other) {
    Optional<BigDecimal> mine = rel(ours, budget);
    Optional<BigDecimal> theirs = other.flatMap(label -> rel(label, budget));
    if (mine.isEmpty() || theirs.isEmpty()) {
      return "";
    }
    BigDecimal delta = mine.get().subtract(theirs.get()).setScale(1, RoundingMode.HALF_UP);
    return (delta.signum() > 0 ? "+" : "") + delta.toPlainString();
  }
}
