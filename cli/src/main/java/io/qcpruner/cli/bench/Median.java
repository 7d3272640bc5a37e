package io.qcpruner.cli.bench;

import java.util.stream.DoubleStream;

/** The middle value; the mean of the two middle ones for an even count. */
public final class Median {
  private Median() {}

  public static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
