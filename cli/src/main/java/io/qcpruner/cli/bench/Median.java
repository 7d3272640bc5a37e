package io.qcpruner.cli.bench;

import java.util.stream.DoubleStream;

/** The middle value; the mean of the two middle ones for an even count. */
public final class Median {
  private Median() {}

  public static double of(DoubleStream values) {
    return Quantile.of(values.toArray(), 0.5);
  }
}
