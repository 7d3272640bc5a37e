package io.qcpruner.core.prune;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Budgets as people write them: {@code 64}, {@code 32/frame} (or {@code /tile}, {@code /picture},
 * {@code /group}), {@code 0.25}, {@code 25%}, {@code auto} or {@code auto:0.9:visual=0.8:least=16}.
 * {@code toString} of a {@link Budget} writes them so that they read back the same.
 */
public final class Budgets {

  private static final String NUMBER = "([0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?)";
  private static final Pattern TOTAL = Pattern.compile("-?[0-9]+");
  private static final Pattern PER_GROUP =
      Pattern.compile("(-?[0-9]+)/(?:frame|tile|picture|group)");
  private static final Pattern RATIO = Pattern.compile(NUMBER);
  private static final Pattern PERCENT = Pattern.compile(NUMBER + "%");
  private static final Pattern AUTO =
      Pattern.compile("auto(?::" + NUMBER + ")?(?::visual=" + NUMBER + ")?(?::least=([0-9]+))?");

  private Budgets() {}

  public static Budget parse(String text) {
    String given = text.strip();
    try {
      Matcher auto = AUTO.matcher(given);
      if (auto.matches()) {
        return auto(auto);
      }
      Matcher perGroup = PER_GROUP.matcher(given);
      if (perGroup.matches()) {
        return new Budget.PerGroup(Integer.parseInt(perGroup.group(1)));
      }
      Matcher percent = PERCENT.matcher(given);
      if (percent.matches()) {
        return new Budget.Ratio(Double.parseDouble(percent.group(1)) / 100);
      }
      if (TOTAL.matcher(given).matches()) {
        return new Budget.Total(Integer.parseInt(given));
      }
      if (RATIO.matcher(given).matches()) {
        return new Budget.Ratio(Double.parseDouble(given));
      }
    } catch (NumberFormatException e) {
      throw new PruningRefusedException("budget \"" + text + "\" is too large", e);
    }
    throw new PruningRefusedException(
        "budget \"" + text + "\" is none of 64, 32/frame, 0.25, 25%, auto, auto:0.9");
  }

  /** Budgets between commas. */
  public static List<Budget> parseList(String text) {
    List<Budget> budgets = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      budgets.add(parse(part));
    }
    return budgets;
  }

  private static Budget.Auto auto(Matcher auto) {
    if (auto.group(1) == null && auto.group(2) == null && auto.group(3) == null) {
      return Budget.Auto.STANDARD;
    }
    return new Budget.Auto(
        auto.group(1) == null ? Budget.Auto.STANDARD.share() : Double.parseDouble(auto.group(1)),
        auto.group(2) == null ? 0 : Double.parseDouble(auto.group(2)),
        auto.group(3) == null ? 1 : Integer.parseInt(auto.group(3)));
  }
}
