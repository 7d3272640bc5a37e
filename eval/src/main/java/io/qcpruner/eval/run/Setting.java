package io.qcpruner.eval.run;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A method with its parameters and a budget, as the command line writes them: {@code
 * qcpruner:rho=0.4} at {@code 64}.
 *
 * @param method name and parameters; {@code full} is the unpruned model
 * @param budget text of the budget, empty for the unpruned model
 */
public record Setting(String method, String budget) implements Comparable<Setting> {

  // names become keys of records, cells of tables and folders of submissions
  private static final String PARAMETER = "[A-Za-z0-9_-]+=[^,@:/\\\\\\s]+";
  private static final Pattern METHOD =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*(:" + PARAMETER + "(," + PARAMETER + ")*)?");
  private static final Pattern BUDGET = Pattern.compile("(auto(:[0-9.]+)?|[0-9.]+(%|/[a-z]+)?)?");

  /** The unpruned model, the reference of every relative score. */
  public static final Setting FULL = new Setting("full", "");

  public Setting {
    if (!METHOD.matcher(method).matches()) {
      throw new IllegalArgumentException(
          "not a method with parameters such as qcpruner:rho=0.4: \"" + method + "\"");
    }
    if (!BUDGET.matcher(budget).matches()) {
      throw new IllegalArgumentException(
          "not a budget such as 64, 32/frame or 25%: \"" + budget + "\"");
    }
    if (method.equals("full") != budget.isEmpty()) {
      throw new IllegalArgumentException(
          method.equals("full")
              ? "the unpruned model takes no budget, not " + budget
              : "method " + method + " needs a budget");
    }
  }

  public boolean isFull() {
    return method.equals("full");
  }

  /** The method's name without parameters. */
  public String methodName() {
    int colon = method.indexOf(':');
    return colon < 0 ? method : method.substring(0, colon);
  }

  /** The parameters as written, empty if there are none. */
  public String parameters() {
    int colon = method.indexOf(':');
    return colon < 0 ? "" : method.substring(colon + 1);
  }

  /** Unique name in records and tables. */
  public String key() {
    return isFull() ? method : method + "@" + budget;
  }

  public static Setting parse(String key) {
    int at = key.indexOf('@');
    return at < 0 ? new Setting(key, "") : new Setting(key.substring(0, at), key.substring(at + 1));
  }

  /** Every method at every budget, the unpruned model first and once. */
  public static List<Setting> cross(List<String> methods, List<String> budgets) {
    List<Setting> settings = new ArrayList<>();
    if (methods.contains("full")) {
      settings.add(FULL);
    }
    for (String budget : budgets) {
      for (String method : methods) {
        if (!method.equals("full")) {
          settings.add(new Setting(method, budget));
        }
      }
    }
    if (settings.isEmpty() || (budgets.isEmpty() && settings.size() < methods.size())) {
      throw new IllegalArgumentException("methods " + methods + " need budgets");
    }
    return settings;
  }

  @Override
  public int compareTo(Setting other) {
    return key().compareTo(other.key());
  }

  @Override
  public String toString() {
    return key();
  }
}
