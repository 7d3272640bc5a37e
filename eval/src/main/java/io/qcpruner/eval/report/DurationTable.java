package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Video-MME by the duration of its clips. */
public final class DurationTable {

  private static final String TASK = "videomme";
  private static final List<String> DURATIONS = List.of("short", "medium", "long");

  private DurationTable() {}

  /** Empty when the run has no Video-MME. */
  public static Optional<TextTable> of(ScoreBook book) {
    if (!book.tasks().contains(TASK)) {
      return Optional.empty();
    }
    List<List<String>> rows = new ArrayList<>();
    boolean partial = false;
    for (MethodSpec setting : book.settings()) {
      List<String> row = new ArrayList<>(List.of(DisplayNames.of(setting), book.tokens(setting)));
      String mark = book.partial(TASK, setting) ? ScoreTable.PARTIAL : "";
      row.addAll(shares(book, setting));
      row.add(share(book.outcomes(TASK, setting), "", mark));
      rows.add(row);
      partial |= book.partial(TASK, setting);
    }
    return Optional.of(
        new TextTable(
            "Video-MME by duration",
            List.of("Method", "Tokens", "Short", "Medium", "Long", "Overall"),
            rows,
            partial ? List.of(ScoreTable.PARTIAL_NOTE) : List.of()));
  }

  /** The printed shares of short, medium and long clips of a setting; empty texts without them. */
  public static List<String> shares(ScoreBook book, MethodSpec setting) {
    String mark = book.partial(TASK, setting) ? ScoreTable.PARTIAL : "";
    List<Outcome> outcomes = book.outcomes(TASK, setting);
    return DURATIONS.stream().map(duration -> share(outcomes, duration, mark)).toList();
  }

  private static String share(List<Outcome> outcomes, String duration, String mark) {
    double[] scores =
        outcomes.stream()
            .filter(o -> duration.isEmpty() || o.group().equals(duration))
            .mapToDouble(Outcome::score)
            .toArray();
    double sum = 0;
    for (double s : scores) {
      sum += s;
    }
    return scores.length == 0
        ? ""
        : String.format(Locale.ROOT, "%.1f", 100 * sum / scores.length) + mark;
  }
}
