package io.qcpruner.eval.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * Average relative performance of the QCPruner paper: the mean over tasks of score / unpruned
 * score, in percent. {@code s(m,t) = scores.get(t)}, {@code s(full,t) = full.get(t)}.
 *
 * <p>The paper's own numbers come out only when the printed one-decimal scores go in, so the
 * arithmetic is decimal.
 */
final class AvgRel {

  private static final MathContext DIGITS = MathContext.DECIMAL128;

  private AvgRel() {}

  /** The unrounded value. */
  public static BigDecimal of(List<BigDecimal> scores, List<BigDecimal> full) {
    if (scores.isEmpty() || scores.size() != full.size()) {
      throw new IllegalArgumentException(
          scores.size() + " scores but " + full.size() + " unpruned scores");
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (int t = 0; t < scores.size(); t++) {
      if (full.get(t).signum() == 0) {
        throw new IllegalArgumentException("unpruned score of task " + t + " is zero");
      }
      sum = sum.add(scores.get(t).divide(full.get(t), DIGITS), DIGITS);
    }
    return sum.multiply(BigDecimal.valueOf(100)).divide(BigDecimal.valueOf(scores.size()), DIGITS);
  }

  /** One decimal, half up, as printed. */
  public static String display(BigDecimal value) {
    return value.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
