package io.qcpruner.eval.plot;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.report.CostSums;
import io.qcpruner.eval.report.DisplayNames;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
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

  private record Point(double x, double y) {}

  /** Writes both figures; a run without relative scores gives none. */
  public static List<Path> write(ScoreBook book, ScoreTable table, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    Optional<LinePlot> budget =
        plot(book, table, "Visual tokens kept", CostSums::tokensKept, "Retention and budget")
            .map(LinePlot::doublings);
    Optional<LinePlot> cost =
        plot(book, table, "Prefill (GFLOPs)", sums -> sums.flops() / 1e9, "Retention and cost");
    if (budget.isPresent()) {
      files.addAll(budget.get().write(folder, "retention-budget"));
    }
    if (cost.isPresent()) {
      files.addAll(cost.get().write(folder, "retention-cost"));
    }
    return files;
  }

  private static Optional<LinePlot> plot(
      ScoreBook book, ScoreTable table, String xTitle, ToDoubleFunction<CostSums> x, String title) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (ScoreTable.Row row : table.rows()) {
      double at = mean(book, table, row.setting(), x);
      if (row.avgRel().isPresent() && Double.isFinite(at)) {
        lines
            .computeIfAbsent(name(row.setting()), m -> new ArrayList<>())
            .add(new Point(at, row.avgRel().get().doubleValue()));
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
                  points.stream().map(Point::y).toList()));
        });
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(new LinePlot(title, xTitle, "Avg. Rel. (%)", series, Double.NaN));
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
