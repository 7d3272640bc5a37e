package io.qcpruner.eval.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.plot.LinePlot;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.DisplayNames;
import io.qcpruner.eval.report.ScoreTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Right answers against the layer after which methods prune: a figure per budget. */
public final class DepthPlot {

  private static final Pattern LAYER =
      Pattern.compile("layer=(\\d+)|cut-layer=(\\d+),single-stage=true");

  private record Point(double layer, double right) {}

  private DepthPlot() {}

  /** Name of a budget's figure, without its ending. */
  public static String name(String budget) {
    return "depth-" + budget.replaceAll("[^0-9a-z]+", "-");
  }

  /**
   * The figure of a budget with a line per method; empty if no setting of the run states a layer
   * and nothing else.
   */
  public static Optional<LinePlot> of(Preset preset, ScoreTable scores, String budget) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Preset.Row row : preset.rows()) {
      MethodSpec setting = row.at(budget);
      Matcher layer = LAYER.matcher(setting.settings().toString());
      OptionalDouble right =
          scores.row(setting).map(DepthPlot::mean).orElse(OptionalDouble.empty());
      if (layer.matches() && right.isPresent()) {
        String method = DisplayNames.of(MethodSpec.parse(setting.name() + "@" + budget));
        lines
            .computeIfAbsent(method, line -> new ArrayList<>())
            .add(new Point(number(layer), right.getAsDouble()));
      }
    }
    List<LinePlot.Series> series = new ArrayList<>();
    lines.forEach(
        (name, points) -> {
          points.sort(Comparator.comparingDouble(Point::layer));
          series.add(
              new LinePlot.Series(
                  name,
                  points.stream().map(Point::layer).toList(),
                  points.stream().map(Point::right).toList()));
        });
    if (series.isEmpty()) {
      return Optional.empty();
    }
    LinePlot plot =
        new LinePlot(
            "Right answers by depth, " + budget + " tokens",
            "Pruned after layer",
            "Right answers (%)",
            series,
            Double.NaN);
    return Optional.of(
        scores
            .row(MethodSpec.FULL)
            .map(DepthPlot::mean)
            .filter(OptionalDouble::isPresent)
            .map(y -> plot.with(new LinePlot.Level("full model", y.getAsDouble())))
            .orElse(plot));
  }

  private static int number(Matcher layer) {
    return Integer.parseInt(layer.group(1) == null ? layer.group(2) : layer.group(1));
  }

  /** Mean score over the tasks. */
  private static OptionalDouble mean(ScoreTable.Row row) {
    return row.cells().values().stream().mapToDouble(ScoreTable.Cell::value).average();
  }
}
