package io.qcpruner.eval.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A score sheet: one row of sums per resampling unit, and the score as a function of the column
 * totals. Every metric of the benchmarks has this form, so a bootstrap or a permutation test adds
 * rows instead of scoring answers again.
 *
 * @param keys the unit of each row, ascending
 * @param rows sums per unit, all of one length
 * @param score the benchmark's value from the column totals
 * @param parts values of the breakdown from the column totals
 * @param samples number of outcomes
 * @param unparsed how many of them held no answer
 */
public record Sheet(
    List<String> keys,
    double[][] rows,
    ToDoubleFunction<double[]> score,
    Map<String, ToDoubleFunction<double[]>> parts,
    int samples,
    int unparsed) {

  public int units() {
    return rows.length;
  }

  public int width() {
    return rows.length == 0 ? 0 : rows[0].length;
  }

  /** Column totals; NaN scores come from empty sheets only. */
  public double[] totals() {
    double[] totals = new double[width()];
    for (double[] row : rows) {
      for (int i = 0; i < totals.length; i++) {
        totals[i] += row[i];
      }
    }
    return totals;
  }

  public double value() {
    return rows.length == 0 ? Double.NaN : score.applyAsDouble(totals());
  }

  public Map<String, Double> breakdown() {
    Map<String, Double> values = new TreeMap<>();
    if (rows.length > 0) {
      double[] totals = totals();
      parts.forEach((name, part) -> values.put(name, part.applyAsDouble(totals)));
    }
    return values;
  }

  static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
