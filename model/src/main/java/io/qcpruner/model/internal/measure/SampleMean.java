package io.qcpruner.model.internal.measure;

/** A mean of samples and its standard error. */
public final class SampleMean {
  private long count;
  private double mean;
  private double squares; // sum of squared distances from the mean

  void add(double value) {
    count++;
    double distance = value - mean;
    mean += distance / count;
    squares += distance * (value - mean);
  }

  public long count() {
    return count;
  }

  /** NaN without samples. */
  public double value() {
    return count == 0 ? Double.NaN : mean;
  }

  /** The standard error for independent samples; NaN if there are fewer than two. */
  public double standardError() {
    return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
  }
}
