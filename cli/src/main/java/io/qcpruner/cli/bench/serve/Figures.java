package io.qcpruner.cli.bench.serve;

import java.util.Arrays;
import java.util.Collection;

/** Measured values of one thing, sorted. */
record Figures(double[] sorted) {

  static Figures of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return new Figures(sorted);
  }

  double mean() {
    return Arrays.stream(sorted).average().orElseThrow();
  }

  /** The smallest value that at least this share of all do not exceed. */
  double quantile(double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, index)];
  }

  /** For printing: microseconds are enough. */
  static double rounded(double value) {
    return Math.rint(value * 1000) / 1000;
  }
}
