package io.qcpruner.eval.metric;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Turns the outcomes of one task into its score. */
public interface Metric {

  /** The outcomes as sums; see {@link Sheet}. */
  Sheet sheet(List<Outcome> outcomes);

  /** Digits after the point in the paper's tables. */
  default int digits() {
    return 1;
  }

  /** The value as the paper's tables print it, rounded half up. */
  default String display(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).setScale(digits(), RoundingMode.HALF_UP).toPlainString()
        : "";
  }
}
