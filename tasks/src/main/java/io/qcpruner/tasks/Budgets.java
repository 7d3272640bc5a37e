package io.qcpruner.tasks;

import io.qcpruner.core.prune.Budget;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Budgets as people write them. */
public final class Budgets {
  private static final Pattern PER_GROUP = Pattern.compile("(-?\\d+)/(frame|tile|group)");
  private static final Pattern AUTO = Pattern.compile("auto(?::([0-9.]+))?");
  private static final double DEFAULT_SHARE = 0.95;

  private Budgets() {}

  /** {@code 64}, {@code 32/frame}, {@code 0.25}, {@code 25%}, {@code auto} or {@code auto:0.9}. */
  public static Budget parse(String text) {
    try {
      Matcher auto = AUTO.matcher(text);
      if (auto.matches()) {
        return new Budget.Auto(
            auto.group(1) == null ? DEFAULT_SHARE : Double.parseDouble(auto.group(1)));
      }
      Matcher perGroup = PER_GROUP.matcher(text);
      if (perGroup.matches()) {
        return new Budget.PerGroup(Integer.parseInt(perGroup.group(1)));
      }
      if (text.endsWith("%")) {
        return new Budget.Ratio(Double.parseDouble(text.substring(0, text.length() - 1)) / 100);
      }
      return text.contains(".")
          ? new Budget.Ratio(Double.parseDouble(text))
          : new Budget.Total(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "budget \"" + text + "\" is none of 64, 32/frame, 0.25, 25%, auto, auto:0.9", e);
    }
  }
}
