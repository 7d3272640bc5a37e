package io.qcpruner.eval.plot;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.report.CostSums;
import io.qcpruner.eval.report.DisplayNames;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.Uncertainty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Avg. Rel. over the number of kept tokens, and over the cost of the prefill. */
public final class RetentionPlots {

  private RetentionPlots() {}

  private record Point(double x, double y, Optional<LinePlot.Range> range) {}

  /**
   * Writes both figures, with intervals where they are computed; a run without relative scores
   * gives none.
   */
  public static List<Path> write(
      ScoreBook book, ScoreTable table, Optional<Uncertainty> uncertainty, Path folder)
      throws IOException {
    List<Path> files = new ArrayList<>();
    Optional<LinePlot> budget =
        plot(
                book,
                table,
                uncertainty,
                "Visual tokens kept",
                CostSums::tokensKept,
                "Retention and budget")
            .map(LinePlot::doublings);
    Optional<LinePlot> cost =
        plot(
            book,
            table,
            uncertainty,
            "Prefill (GFLOPs)",
            sums -> sums.flops() / 1e9,
            "Retention and cost");
    if (budget.isPresent()) {
      files.addAll(budget.get().write(folder, "retention-budget"));
    }
    if (cost.isPresent()) {
      files.addAll(cost.get().write(folder, "retention-cost"));
    }
    return files;
  }

  private static Optional<LinePlot> plot(
      ScoreBook book,
      ScoreTable table,
      Optional<Uncertainty> uncertainty,
      String xTitle,
      ToDoubleFunction<CostSums> x,
      String title) {
    Optional<LinePlot.Level> full = Optional.empty();
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (ScoreTable.Row row : table.rows()) {
      double at = mean(book, table, row.setting(), x);
      if (row.setting().isFull() && row.avgRel().isPresent()) {
        full = row.avgRel().map(y -> new LinePlot.Level("full model", y.doubleValue()));
      } else if (row.avgRel().isPresent() && Double.isFinite(at)) {
        lines
            .computeIfAbsent(name(row.setting()), m -> new ArrayList<>())
            .add(
                new Point(
                    at,
                    row.avgRel().get().doubleValue(),
                    uncertainty
                        .flatMap(u -> u.avgRelInterval(table, row.setting()))
                        .map(i -> new LinePlot.Range(i.low(), i.high()))));
      }
    }
    List<LinePlot.Series> series = new ArrayList<>();
    lines.forEach(
        (name, points) -> {
          points.sort(Comparator.comparingDouble(Point::x));
          series.add(
              new LinePlot.Series(
                  name,
                  points.stream().map(Point::x).toList(),
                  points.stream().map(Point::y).toList(),
                  points.stream().allMatch(p -> p.range.isPresent())
                      ? points.stream().map(p -> p.range.get()).toList()
                      : List.of()));
        });
    if (series.isEmpty()) {
      return Optional.empty();
    }
    LinePlot plot = new LinePlot(title, xTitle, "Avg. Rel. (%)", series, Double.NaN);
    return Optional.of(full.map(plot::with).orElse(plot));
  }

  /** Budgets that depend on the sample make a line of their own. */
  private static String name(MethodSpec setting) {
    boolean auto = !setting.isFull() && setting.requireBudget() instanceof Budget.Auto;
    return DisplayNames.of(setting) + (auto ? ", auto" : "");
  }

  /** Mean over the tasks, each with equal weight. */
  private static double mean(
      ScoreBook book, ScoreTable table, MethodSpec setting, ToDoubleFunction<CostSums> x) {
    double sum = 0;
    int tasks = 0;
    for (String task : table.tasks()) {
      Optional<CostSums> costs = book.costs(task, setting);
      if (costs.isPresent() && costs.get().samples() > 0) {
        sum += x.applyAsDouble(costs.get());
        tasks++;
      }
    }
    return tasks == 0 ? Double.NaN : sum / tasks;
  }
}
