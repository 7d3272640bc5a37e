package io.qcpruner.eval.metric;

import java.util.OptionalDouble;

/**
 * Relaxed correctness of ChartQA (Masry et al., "ChartQA", Findings of ACL 2022): numbers may be
 * off by five percent, everything else must be equal up to case.
 */
public final class RelaxedMatch {

  private static final double TOLERANCE = 0.05;

  private RelaxedMatch() {}

  public static boolean matches(String prediction, String target) {
    OptionalDouble p = number(prediction);
    OptionalDouble t = number(target);
    if (p.isPresent() && t.isPresent() && t.getAsDouble() != 0) {
      return Math.abs(p.getAsDouble() - t.getAsDouble()) / Math.abs(t.getAsDouble()) <= TOLERANCE;
    }
    return PyText.lower(prediction).equals(PyText.lower(target));
  }

  private static OptionalDouble number(String text) {
    if (!text.endsWith("%")) {
      return PyText.parseFloat(text);
    }
    OptionalDouble percent = PyText.parseFloat(PyText.stripEnd(text, '%'));
    return percent.isPresent() ? OptionalDouble.of(percent.getAsDouble() / 100.0) : percent;
  }
}
