package io.qcpruner.eval.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Outcomes gathered by unit, and numbered categories. */
final class Units {

  private Units() {}

  static SortedMap<String, List<Outcome>> byUnit(List<Outcome> outcomes) {
    SortedMap<String, List<Outcome>> units = new TreeMap<>();
    for (Outcome outcome : outcomes) {
      units.computeIfAbsent(outcome.unit(), unit -> new ArrayList<>()).add(outcome);
    }
    return units;
  }

  /** The distinct categories, ascending, so that equal data give equal columns. */
  static List<String> categories(
      List<Outcome> outcomes, Function<Outcome, List<String>> categoriesOf) {
    TreeSet<String> names = new TreeSet<>();
    outcomes.forEach(outcome -> names.addAll(categoriesOf.apply(outcome)));
    return List.copyOf(names);
  }

  static List<String> groupOf(Outcome outcome) {
    return outcome.group().isEmpty() ? List.of() : List.of(outcome.group());
  }

  static int unparsed(List<Outcome> outcomes) {
    return (int) outcomes.stream().filter(outcome -> !outcome.parsed()).count();
  }
}
