package io.qcpruner.core.method;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which method prunes, with which settings, to how many tokens. Its one text form is {@code
 * NAME[:SETTING=VALUE[,SETTING=VALUE]...][@BUDGET]}, such as {@code qcpruner:layer=5,rho=0.4@64};
 * {@code full} is the unpruned model. Reading checks the form only, so that records of a method
 * which is not installed can be read; {@link Methods#resolve} checks names and values.
 *
 * @param budget empty where it is not yet chosen, and for the unpruned model
 */
public record MethodSpec(String name, Settings settings, Optional<Budget> budget)
    implements Comparable<MethodSpec> {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  /** The name of the unpruned model. */
  public static final String FULL_NAME = "full";

  /** The unpruned model, the reference of every relative score. */
  public static final MethodSpec FULL = of(FULL_NAME);

  /** Between the methods of a list: a comma that no further setting follows. */
  public static final String LIST_SEPARATOR = "\\s*,\\s*(?![a-z0-9-]+\\s*=)";

  public MethodSpec {
    if (!NAME.matcher(name).matches()) {
      throw new PruningRefusedException(
          "a method is NAME[:SETTING=VALUE,...][@BUDGET], not \"" + name + "\"");
    }
    if (name.equals(FULL_NAME) && !settings.isEmpty()) {
      throw new PruningRefusedException("the unpruned model has no settings, not " + settings);
    }
    if (name.equals(FULL_NAME) && budget.isPresent()) {
      throw new PruningRefusedException("the unpruned model takes no budget, not " + budget.get());
    }
  }

  /** A method with its defaults and no budget yet. */
  public static MethodSpec of(String name) {
    return new MethodSpec(name, Settings.NONE, Optional.empty());
  }

  public static MethodSpec of(String name, Budget budget) {
    return new MethodSpec(name, Settings.NONE, Optional.of(budget));
  }

  public static MethodSpec parse(String text) {
    int at = text.indexOf('@');
    String method = at < 0 ? text : text.substring(0, at);
    Optional<Budget> budget =
        at < 0 ? Optional.empty() : Optional.of(Budgets.parse(text.substring(at + 1)));
    int colon = method.indexOf(':');
    if (colon < 0) {
      return new MethodSpec(method.strip(), Settings.NONE, budget);
    }
    Settings settings = Settings.parse(method.substring(colon + 1));
    if (settings.isEmpty()) {
      throw new PruningRefusedException("no setting after the colon of \"" + text + "\"");
    }
    return new MethodSpec(method.substring(0, colon).strip(), settings, budget);
  }

  /** As {@link #parse}, and refuses a method without a budget: what a run records has one. */
  public static MethodSpec parseComplete(String text) {
    MethodSpec spec = parse(text);
    if (!spec.isFull()) {
      spec.requireBudget();
    }
    return spec;
  }

  /** Methods between commas; a comma before {@code name=} belongs to the settings of a method. */
  public static List<MethodSpec> parseList(String text) {
    List<MethodSpec> specs = new ArrayList<>();
    for (String part : text.split(LIST_SEPARATOR, -1)) {
      specs.add(parse(part));
    }
    return specs;
  }

  /** Every method at every budget, the unpruned model first and once. */
  public static List<MethodSpec> cross(List<MethodSpec> listed, List<Budget> budgets) {
    List<MethodSpec> methods = listed.stream().distinct().toList();
    List<MethodSpec> specs = new ArrayList<>();
    if (methods.contains(FULL)) {
      specs.add(FULL);
    }
    methods.stream().filter(spec -> spec.budget.isPresent()).forEach(specs::add);
    for (Budget budget : budgets) {
      methods.stream()
          .filter(spec -> !spec.isFull() && spec.budget.isEmpty())
          .forEach(spec -> specs.add(spec.withBudget(budget)));
    }
    if (budgets.isEmpty() && specs.size() < methods.size() || specs.isEmpty()) {
      throw new PruningRefusedException("methods " + methods + " need budgets");
    }
    return specs.stream().distinct().toList();
  }

  public boolean isFull() {
    return name.equals(FULL_NAME);
  }

  public MethodSpec withBudget(Budget tokens) {
    return new MethodSpec(name, settings, Optional.of(tokens));
  }

  public <T> MethodSpec with(Setting<T> setting, T value) {
    return new MethodSpec(name, settings.with(setting, value), budget);
  }

  /** The value as text, for a setting whose type is not known here. */
  public MethodSpec with(String setting, String value) {
    return new MethodSpec(name, settings.with(setting, value), budget);
  }

  /**
   * With an option that many methods share: without effect on a method that has no such setting.
   */
  public MethodSpec withIfDeclared(String setting, String value) {
    return Methods.declares(name, setting) ? with(setting, value) : this;
  }

  /** As {@link #withIfDeclared}, and without effect where it is set already. */
  public MethodSpec withDefault(String setting, String value) {
    return settings.has(setting) ? this : withIfDeclared(setting, value);
  }

  /** The budget; without one it can't be run. */
  public Budget requireBudget() {
    return budget.orElseThrow(
        () -> new PruningRefusedException("method " + name + " needs a budget, such as 64"));
  }

  /** Name and settings without the budget. */
  public String method() {
    return settings.isEmpty() ? name : name + ":" + settings;
  }

  /** The budget as text, empty if there is none. */
  public String budgetText() {
    return budget.map(Budget::toString).orElse("");
  }

  @Override
  public int compareTo(MethodSpec other) {
    return toString().compareTo(other.toString());
  }

  /** The text form; reads back the same. */
  @Override
  public String toString() {
    return budget.isEmpty() ? method() : method() + "@" + budget.get();
  }
}
