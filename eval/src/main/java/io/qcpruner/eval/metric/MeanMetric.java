package io.qcpruner.eval.metric;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Credit averaged over all samples, averaged per group and then over groups, or counted.
 *
 * @param kind how credits are combined
 * @param scale 100 for percentages, 1 for fractions and counts
 * @param skipEmpty leave empty answers out of the denominator (MVBench)
 * @param digits digits after the point in tables
 */
public record MeanMetric(Kind kind, double scale, boolean skipEmpty, int digits) implements Metric {

  /** How credits are combined. */
  public enum Kind {
    OVER_SAMPLES,
    OVER_GROUPS,
    COUNT
  }

  /** Mean over samples times 100, one digit. */
  public static MeanMetric percent() {
    return new MeanMetric(Kind.OVER_SAMPLES, 100, false, 1);
  }

  @Override
  public Sheet sheet(List<Outcome> outcomes) {
    List<String> groups = Units.categories(outcomes, Units::groupOf);
    List<String> tags = Units.categories(outcomes, Outcome::tags);
    Map<String, Integer> groupColumn = columns(groups, 2);
    Map<String, Integer> tagColumn = columns(tags, 2 + 2 * groups.size());
    int width = 2 + 2 * groups.size() + 2 * tags.size();

    var units = Units.byUnit(outcomes);
    double[][] rows = new double[units.size()][width];
    int at = 0;
    for (List<Outcome> unit : units.values()) {
      double[] row = rows[at++];
      for (Outcome outcome : unit) {
        if (skipEmpty && outcome.predicted().isEmpty()) {
          continue;
        }
        add(row, 0, outcome.score());
        Units.groupOf(outcome).forEach(g -> add(row, groupColumn.get(g), outcome.score()));
        outcome.tags().forEach(t -> add(row, tagColumn.get(t), outcome.score()));
      }
    }
    Map<String, ToDoubleFunction<double[]>> parts = new TreeMap<>();
    groupColumn.forEach((name, column) -> parts.put(name, totals -> part(totals, column)));
    tagColumn.forEach((name, column) -> parts.put(name, totals -> part(totals, column)));
    return new Sheet(
        List.copyOf(units.keySet()),
        rows,
        totals -> value(totals, new ArrayList<>(groupColumn.values())),
        parts,
        outcomes.size(),
        Units.unparsed(outcomes));
  }

  private static Map<String, Integer> columns(List<String> names, int first) {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      columns.put(names.get(i), first + 2 * i);
    }
    return columns;
  }

  private static void add(double[] row, int column, double score) {
    row[column] += score;
    row[column + 1] += 1;
  }

  private double part(double[] totals, int column) {
    return kind == Kind.COUNT
        ? totals[column] * scale
        : scale * Sheet.ratio(totals[column], totals[column + 1]);
  }

  private double value(double[] totals, List<Integer> groupColumns) {
    if (kind != Kind.OVER_GROUPS) {
      return part(totals, 0);
    }
    double sum = 0;
    int present = 0;
    // ascending columns fix the order of the sum
    for (int column : groupColumns.stream().sorted().toList()) {
      // a resample may miss a group; it then has no say
      if (totals[column + 1] > 0) {
        sum += part(totals, column);
        present++;
      }
    }
    return Sheet.ratio(sum, present);
  }
}
