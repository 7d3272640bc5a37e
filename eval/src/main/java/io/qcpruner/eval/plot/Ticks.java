package io.qcpruner.eval.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Values that are written at an axis. */
final class Ticks {
  private static final MathContext DIGITS = new MathContext(4);

  private Ticks() {}

  /** Multiples of 1, 2 or 5 times a power of ten between two values, at most this many. */
  static List<Double> round(double low, double high, int most) {
    if (!(high > low) || !Double.isFinite(high - low)) {
      return List.of(low);
    }
    double power = Math.pow(10, Math.floor(Math.log10((high - low) / most)));
    double step = power;
    for (double times : new double[] {1, 2, 5, 10, 20}) {
      step = times * power;
      if (Math.floor(high / step) - Math.ceil(low / step) < most) {
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (double n = Math.ceil(low / step); n <= Math.floor(high / step); n++) {
      // adding zero turns a negative zero into a plain one
      ticks.add(n * step + 0.0);
    }
    return List.copyOf(ticks);
  }

  /** The value without decimals that it does not need. */
  static String text(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
