package io.qcpruner.eval.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * POPE (Li et al., "Evaluating Object Hallucination in Large Vision-Language Models", EMNLP 2023):
 * F1 of the class "yes" per question category, then the plain mean of the categories, times 100.
 * Outcomes carry the cleaned answer and the label as {@link YesNo} names.
 */
public record PopeMetric() implements Metric {

  private static final int COLUMNS = 5;

  @Override
  public Sheet sheet(List<Outcome> outcomes) {
    List<String> groups = Units.categories(outcomes, o -> List.of(o.group()));
    var units = Units.byUnit(outcomes);
    double[][] rows = new double[units.size()][COLUMNS * groups.size()];
    int at = 0;
    for (List<Outcome> unit : units.values()) {
      double[] row = rows[at++];
      for (Outcome outcome : unit) {
        int base = COLUMNS * groups.indexOf(outcome.group());
        row[base + cell(outcome)]++;
      }
    }
    Map<String, ToDoubleFunction<double[]>> parts = new TreeMap<>();
    for (int g = 0; g < groups.size(); g++) {
      int base = COLUMNS * g;
      parts.put("f1 " + groups.get(g), totals -> 100 * f1(totals, base));
      parts.put("accuracy " + groups.get(g), totals -> 100 * accuracy(totals, base));
    }
    parts.put("f1 pooled", totals -> 100 * f1(pooled(totals), 0));
    parts.put("precision pooled", totals -> 100 * precision(pooled(totals), 0));
    parts.put("recall pooled", totals -> 100 * recall(pooled(totals), 0));
    parts.put("accuracy pooled", totals -> 100 * accuracy(pooled(totals), 0));
    return new Sheet(
        List.copyOf(units.keySet()),
        rows,
        totals -> meanF1(totals, groups.size()),
        parts,
        outcomes.size(),
        Units.unparsed(outcomes));
  }

  /** Columns: true positive, false positive, true negative, false negative, neither yes nor no. */
  private static int cell(Outcome outcome) {
    boolean goldYes = outcome.gold().equals(YesNo.YES.name());
    return switch (YesNo.valueOf(outcome.predicted())) {
      case YES -> goldYes ? 0 : 1;
      case NO -> goldYes ? 3 : 2;
      case OTHER -> 4;
    };
  }

  private static double meanF1(double[] totals, int groups) {
    double sum = 0;
    for (int g = 0; g < groups; g++) {
      sum += 100 * f1(totals, COLUMNS * g);
    }
    return Sheet.ratio(sum, groups);
  }

  private static double[] pooled(double[] totals) {
    double[] pooled = new double[COLUMNS];
    for (int i = 0; i < totals.length; i++) {
      pooled[i % COLUMNS] += totals[i];
    }
    return pooled;
  }

  private static double precision(double[] t, int base) {
    return Sheet.ratio(t[base], t[base] + t[base + 1]);
  }

  private static double recall(double[] t, int base) {
    return Sheet.ratio(t[base], t[base] + t[base + 3]);
  }

  private static double f1(double[] t, int base) {
    double p = precision(t, base);
    double r = recall(t, base);
    return Sheet.ratio(2 * p * r, p + r);
  }

  private static double accuracy(double[] t, int base) {
    double all = t[base] + t[base + 1] + t[base + 2] + t[base + 3] + t[base + 4];
    return Sheet.ratio(t[base] + t[base + 2], all);
  }
}
