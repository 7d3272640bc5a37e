package io.qcpruner.eval.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * CircularEval of MMBench (Liu et al., "MMBench", ECCV 2024): a question counts when every rotation
 * of its options was answered right. A unit is a question with its rotations.
 */
public record CircularMetric() implements Metric {

  /** Tag of the rotation that shows the options in their first order. */
  public static final String FIRST_PASS = "first pass";

  @Override
  public Sheet sheet(List<Outcome> outcomes) {
    var units = Units.byUnit(outcomes);
    // hit, groups, right in first pass, first passes
    double[][] rows = new double[units.size()][4];
    int at = 0;
    for (List<Outcome> passes : units.values()) {
      double[] row = rows[at++];
      row[0] = passes.stream().allMatch(pass -> pass.score() == 1) ? 1 : 0;
      row[1] = 1;
      for (Outcome pass : passes) {
        if (pass.tags().contains(FIRST_PASS)) {
          row[2] += pass.score();
          row[3]++;
        }
      }
    }
    Map<String, ToDoubleFunction<double[]>> parts = new TreeMap<>();
    parts.put("vanilla", totals -> 100 * Sheet.ratio(totals[2], totals[3]));
    return new Sheet(
        List.copyOf(units.keySet()),
        rows,
        totals -> 100 * Sheet.ratio(totals[0], totals[1]),
        parts,
        outcomes.size(),
        Units.unparsed(outcomes));
  }
}
