package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.Sheet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How sure the scores are: intervals per score, and every setting against a baseline. */
public final class Uncertainty {

  private final ScoreBook book;
  private final Resampling resampling;

  public Uncertainty(ScoreBook book, Resampling resampling) {
    this.book = book;
    this.resampling = resampling;
  }

  /** Scores with bootstrap intervals; Avg. Rel. is resampled task by task, paired with full. */
  public TextTable intervals(ScoreTable table) {
    List<String> header = new ArrayList<>(List.of("Method", "Tokens"));
    table.tasks().forEach(task -> header.add(book.title(task)));
    header.add("Avg. Rel.");
    List<List<String>> lines = new ArrayList<>();
    for (ScoreTable.Row row : table.rows()) {
      List<String> line = start(row.setting());
      for (String task : table.tasks()) {
        line.add(
            book.sheet(task, row.setting())
                .map(sheet -> range(resampling.interval(sheet, task)) + mark(task, row.setting()))
                .orElse(""));
      }
      String mark = row.partial() ? ScoreTable.PARTIAL : "";
      line.add(avgRelInterval(table, row.setting()).map(i -> range(i) + mark).orElse(""));
      lines.add(line);
    }
    String title =
        String.format(
            Locale.ROOT,
            "%.0f %% bootstrap intervals (%d resamples)",
            100 * resampling.confidence(),
            resampling.resamples());
    return new TextTable(title, header, lines, table.partialNote());
  }

  /** Interval of the exact Avg. Rel.; empty when a task has no outcomes on either side. */
  public Optional<Resampling.Interval> avgRelInterval(ScoreTable table, MethodSpec setting) {
    Map<String, Sheet[]> pairs = new HashMap<>();
    for (String task : table.tasks()) {
      Optional<Sheet[]> pair = pair(task, setting, MethodSpec.FULL);
      if (pair.isEmpty()) {
        return Optional.empty();
      }
      pairs.put(task, pair.get());
    }
    double[] values = new double[resampling.resamples()];
    for (int b = 0; b < values.length; b++) {
      double sum = 0;
      for (String task : table.tasks()) {
        Sheet[] pair = pairs.get(task);
        int[] times = resampling.draw(pair[0].units(), task, b);
        sum += Resampling.value(pair[0], times) / Resampling.value(pair[1], times);
      }
      values[b] = 100 * sum / table.tasks().size();
    }
    boolean finite = java.util.Arrays.stream(values).allMatch(Double::isFinite);
    return finite && !pairs.isEmpty()
        ? Optional.of(resampling.percentiles(values))
        : Optional.empty();
  }

  /** A difference of exact Avg. Rel. with its interval and the p-value of a paired test. */
  public record Gap(double value, Resampling.Interval interval, double pValue) {}

  /**
   * Avg. Rel. of one setting minus that of another. The interval draws units task by task for both
   * and for the unpruned model at once; the test lets each unit's results change sides by coin
   * flip.
   *
   * @return empty when a task has no outcomes of one of them
   */
  public Optional<Gap> gap(ScoreTable table, MethodSpec ours, MethodSpec theirs) {
    List<Sheet[]> triples = new ArrayList<>();
    for (String task : table.tasks()) {
      Optional<Sheet[]> pair = pair(task, ours, theirs);
      Optional<Sheet[]> full = pair(task, ours, MethodSpec.FULL);
      if (pair.isEmpty()
          || full.isEmpty()
          || !full.get()[1].keys().equals(pair.get()[0].keys())
          || full.get()[1].value() == 0) {
        return Optional.empty();
      }
      triples.add(new Sheet[] {pair.get()[0], pair.get()[1], full.get()[1]});
    }
    if (triples.isEmpty()) {
      return Optional.empty();
    }
    double[] drawn = new double[resampling.resamples()];
    double observed = 0;
    for (int t = 0; t < triples.size(); t++) {
      Sheet[] sheets = triples.get(t);
      observed += (sheets[0].value() - sheets[1].value()) / sheets[2].value();
      for (int b = 0; b < drawn.length; b++) {
        int[] times = resampling.draw(sheets[0].units(), table.tasks().get(t), b);
        double unpruned = Resampling.value(sheets[2], times);
        drawn[b] +=
            (Resampling.value(sheets[0], times) - Resampling.value(sheets[1], times)) / unpruned;
      }
    }
    double share = 100.0 / triples.size();
    for (int b = 0; b < drawn.length; b++) {
      drawn[b] *= share;
    }
    return Optional.of(
        new Gap(
            share * observed,
            resampling.percentiles(drawn),
            resampling.pValueOfSum(triples, table.tasks())));
  }

  /** Differences to a baseline with paired permutation p-values. */
  public TextTable against(ScoreTable table, MethodSpec baseline) {
    List<String> header = new ArrayList<>(List.of("Method", "Tokens"));
    table.tasks().forEach(task -> header.add(book.title(task)));
    List<List<String>> lines = new ArrayList<>();
    for (ScoreTable.Row row : table.rows()) {
      if (row.setting().equals(baseline)) {
        continue;
      }
      List<String> line = start(row.setting());
      for (String task : table.tasks()) {
        line.add(
            pair(task, row.setting(), baseline)
                .map(pair -> difference(pair, task) + mark(task, row.setting()))
                .orElse(""));
      }
      lines.add(line);
    }
    return new TextTable(
        "Difference to "
            + DisplayNames.of(baseline)
            + " at "
            + book.tokens(baseline)
            + " (p of a paired permutation test)",
        header,
        lines,
        table.partialNote());
  }

  private String difference(Sheet[] pair, String task) {
    double delta = pair[0].value() - pair[1].value();
    return String.format(
        Locale.ROOT, "%+.2f (p=%.3f)", delta, resampling.pValue(pair[0], pair[1], task));
  }

  /** Sheets of two settings over the units that both have. */
  private Optional<Sheet[]> pair(String task, MethodSpec ours, MethodSpec theirs) {
    List<Outcome> a = book.outcomes(task, ours);
    List<Outcome> b = book.outcomes(task, theirs);
    Set<String> common = new HashSet<>();
    b.forEach(outcome -> common.add(outcome.unit()));
    List<Outcome> keptA = a.stream().filter(o -> common.contains(o.unit())).toList();
    Set<String> back = new HashSet<>();
    keptA.forEach(outcome -> back.add(outcome.unit()));
    List<Outcome> keptB = b.stream().filter(o -> back.contains(o.unit())).toList();
    if (keptA.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Sheet[] {book.metric(task).sheet(keptA), book.metric(task).sheet(keptB)});
  }

  private List<String> start(MethodSpec setting) {
    return new ArrayList<>(List.of(DisplayNames.of(setting), book.tokens(setting)));
  }

  private String mark(String task, MethodSpec setting) {
    return book.partial(task, setting) ? ScoreTable.PARTIAL : "";
  }

  private static String range(Resampling.Interval interval) {
    return String.format(Locale.ROOT, "%.2f to %.2f", interval.low(), interval.high());
  }
}
