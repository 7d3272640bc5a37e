package io.qcpruner.eval.report;

import io.qcpruner.eval.metric.Sheet;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Bootstrap intervals and paired permutation tests over the units of a score sheet (Efron and
 * Tibshirani, "An Introduction to the Bootstrap", 1993). The same seed gives the same numbers.
 *
 * @param resamples number of draws
 * @param confidence coverage of intervals, such as 0.95
 */
public record Resampling(int resamples, double confidence, long seed) {

  /** More draws change no printed digit, and take hours. */
  public static final int MAX_RESAMPLES = 100_000;

  public static final Resampling DEFAULT = new Resampling(1000, 0.95, 42);

  public Resampling {
    if (resamples < 1 || resamples > MAX_RESAMPLES) {
      throw new IllegalArgumentException(
          "resamples must be 1 to %d, not %d".formatted(MAX_RESAMPLES, resamples));
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must be in (0, 1), not " + confidence);
    }
  }

  /** A range of values. */
  public record Interval(double low, double high) {}

  /** How often each unit was drawn, for a draw number; sheets of one task share it. */
  int[] draw(int units, String task, int number) {
    SplittableRandom random = random(task, number);
    int[] times = new int[units];
    for (int i = 0; i < units; i++) {
      times[random.nextInt(units)]++;
    }
    return times;
  }

  /** The score with units drawn the given number of times. */
  static double value(Sheet sheet, int[] times) {
    double[] totals = new double[sheet.width()];
    for (int unit = 0; unit < times.length; unit++) {
      if (times[unit] > 0) {
        double[] row = sheet.rows()[unit];
        for (int i = 0; i < totals.length; i++) {
          totals[i] += times[unit] * row[i];
        }
      }
    }
    return sheet.score().applyAsDouble(totals);
  }

  /** Percentile interval of values that were drawn. */
  public Interval percentiles(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double tail = (1 - confidence) / 2;
    return new Interval(quantile(sorted, tail), quantile(sorted, 1 - tail));
  }

  private static double quantile(double[] sorted, double q) {
    double position = q * (sorted.length - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /** Interval of one score. */
  public Interval interval(Sheet sheet, String task) {
    double[] values = new double[resamples];
    for (int b = 0; b < resamples; b++) {
      values[b] = value(sheet, draw(sheet.units(), task, b));
    }
    return percentiles(values);
  }

  /**
   * Two-sided p-value for "both methods are the same": each unit's results change sides by coin
   * flip. Works for every metric, because a sheet only adds rows.
   */
  public double pValue(Sheet ours, Sheet theirs, String task) {
    if (!ours.keys().equals(theirs.keys())) {
      throw new IllegalArgumentException("sheets of different units can't be paired");
    }
    double observed = Math.abs(ours.value() - theirs.value());
    int extreme = 0;
    for (int number = 0; number < resamples; number++) {
      double difference = swapped(ours, theirs, task, number);
      // the same sum in another order may differ in the last digits
      extreme += Math.abs(difference) >= observed - 1e-9 ? 1 : 0;
    }
    return (extreme + 1.0) / (resamples + 1.0);
  }

  /**
   * As {@link #pValue} for the sum over tasks of differences relative to a third score.
   *
   * @param triples of each task: ours, theirs, the reference
   */
  double pValueOfSum(List<Sheet[]> triples, List<String> tasks) {
    double observed = 0;
    double[] drawn = new double[resamples];
    for (int t = 0; t < triples.size(); t++) {
      Sheet ours = triples.get(t)[0];
      Sheet theirs = triples.get(t)[1];
      double reference = triples.get(t)[2].value();
      observed += (ours.value() - theirs.value()) / reference;
      for (int number = 0; number < resamples; number++) {
        drawn[number] += swapped(ours, theirs, tasks.get(t), number) / reference;
      }
    }
    int extreme = 0;
    for (double difference : drawn) {
      extreme += Math.abs(difference) >= Math.abs(observed) - 1e-9 ? 1 : 0;
    }
    return (extreme + 1.0) / (resamples + 1.0);
  }

  /** The difference of the scores after each unit changed sides by coin flip. */
  private double swapped(Sheet ours, Sheet theirs, String task, int number) {
    SplittableRandom random = random(task, ~number);
    double[] a = ours.totals().clone();
    double[] b = theirs.totals().clone();
    for (int unit = 0; unit < ours.units(); unit++) {
      if (random.nextBoolean()) {
        swap(ours.rows()[unit], theirs.rows()[unit], a, b);
      }
    }
    return ours.score().applyAsDouble(a) - theirs.score().applyAsDouble(b);
  }

  private static void swap(double[] a, double[] b, double[] totalsA, double[] totalsB) {
    for (int i = 0; i < a.length; i++) {
      double change = b[i] - a[i];
      totalsA[i] += change;
      totalsB[i] -= change;
    }
  }

  private SplittableRandom random(String task, int number) {
    long mixed = seed ^ task.hashCode() * 0x9E3779B97F4A7C15L;
    return new SplittableRandom(mixed + number * 0xD1B54A32D192ED03L);
  }
}
