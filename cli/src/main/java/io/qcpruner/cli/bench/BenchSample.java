package io.qcpruner.cli.bench;

import java.util.stream.DoubleStream;

/** Measured values of one thing. */
public record BenchSample(double... values) {

  public double mean() {
    return DoubleStream.of(values).average().orElse(Double.NaN);
  }

  /** Standard error of the mean; 0 for a single value, of which nothing is known. */
  public double error() {
    int n = values.length;
    double mean = mean();
    double squares = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
    return n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
  }

  /** Standard error of this mean over the other's, as a share of that ratio. */
  public double ratioError(BenchSample other) {
    return Math.hypot(error() / mean(), other.error() / other.mean());
  }
}
