package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Filters over the items of a value. */
final class ListFilters {
  static final Map<String, TemplateFilter> ALL = all();

  private ListFilters() {}

  private static Map<String, TemplateFilter> all() {
    Map<String, TemplateFilter> out = new HashMap<>();
    out.put("length", (run, v, args) -> (long) Values.length(v));
    out.put("count", (run, v, args) -> (long) Values.length(v));
    out.put("list", (run, v, args) -> items(run, v));
    out.put("first", (run, v, args) -> edge(items(run, v), true));
    out.put("last", (run, v, args) -> edge(items(run, v), false));
    out.put("reverse", ListFilters::reverse);
    out.put("join", ListFilters::join);
    out.put("items", (run, v, args) -> v instanceof Undefined ? List.of() : pairs(v));
    out.put("dictsort", ListFilters::dictSort);
    out.put("sort", ListFilters::sort);
    out.put("unique", ListFilters::unique);
    out.put("min", (run, v, args) -> extreme(run, v, args, -1));
    out.put("max", (run, v, args) -> extreme(run, v, args, 1));
    out.put("sum", ListFilters::sum);
    out.put("map", ListFilters::map);
    out.put("select", (run, v, args) -> chosen(run, v, args, false, true));
    out.put("reject", (run, v, args) -> chosen(run, v, args, false, false));
    out.put("selectattr", (run, v, args) -> chosen(run, v, args, true, true));
    out.put("rejectattr", (run, v, args) -> chosen(run, v, args, true, false));
    return Map.copyOf(out);
  }

  /** Filters that choose take everything that is not true for an empty list. */
  private static List<Object> itemsIfAny(Run run, Object value) {
    return Values.isTrue(value) ? items(run, value) : List.of();
  }

  private static List<Object> items(Run run, Object value) {
    List<?> items = Values.items(value);
    run.spend(items.size());
    return new ArrayList<>(items);
  }

  private static Object edge(List<Object> items, boolean first) {
    return items.isEmpty()
        ? new Undefined("an item of an empty list")
        : items.get(first ? 0 : items.size() - 1);
  }

  private static List<Object> pairs(Object value) {
    if (value instanceof Map<?, ?> map) {
      return Attributes.items(map);
    }
    throw new Fault("items is for a dict, not for " + Values.kind(value));
  }

  private static Object reverse(Run run, Object value, Arguments args) {
    List<Object> items = items(run, value);
    Collections.reverse(items);
    return value instanceof Text
        ? Text.join(items.stream().map(Text.class::cast).toList(), Text.EMPTY)
        : items;
  }

  private static Object join(Run run, Object value, Arguments args) {
    Object attribute = args.get(1, "attribute");
    List<?> parts = items(run, value);
    if (attribute != null) {
      parts = parts.stream().map(item -> Attributes.path(item, attribute)).toList();
    }
    return TextMethods.join(run, parts, args.text(0, "d", ""));
  }

  private static Object dictSort(Run run, Object value, Arguments args) {
    int by = args.text(1, "by", "key").value().equals("value") ? 1 : 0;
    boolean exact = args.flag(0, "case_sensitive", false);
    List<Object> pairs = pairs(value);
    run.spend(pairs.size());
    pairs.sort(order(exact, args.flag(2, "reverse", false), pair -> ((List<?>) pair).get(by)));
    return pairs;
  }

  private static Object sort(Run run, Object value, Arguments args) {
    Object attribute = args.get(2, "attribute");
    List<Object> items = items(run, value);
    items.sort(
        order(
            args.flag(1, "case_sensitive", false),
            args.flag(0, "reverse", false),
            item -> attribute == null ? item : Attributes.path(item, attribute)));
    return items;
  }

  private static Comparator<Object> order(
      boolean exact, boolean back, java.util.function.UnaryOperator<Object> key) {
    Comparator<Object> order =
        (a, b) -> Values.compare(folded(key.apply(a), exact), folded(key.apply(b), exact));
    return back ? order.reversed() : order;
  }

  private static Object folded(Object value, boolean exact) {
    return !exact && value instanceof Text text ? TextMethods.lower(text) : value;
  }

  private static Object unique(Run run, Object value, Arguments args) {
    boolean exact = args.flag(0, "case_sensitive", false);
    Object attribute = args.get(1, "attribute");
    List<Object> out = new ArrayList<>();
    List<Object> seen = new ArrayList<>();
    for (Object item : items(run, value)) {
      Object key = folded(attribute == null ? item : Attributes.path(item, attribute), exact);
      run.spend(seen.size());
      if (seen.stream().noneMatch(other -> Values.equal(other, key))) {
        seen.add(key);
        out.add(item);
      }
    }
    return out;
  }

  private static Object extreme(Run run, Object value, Arguments args, int sign) {
    Object attribute = args.get(1, "attribute");
    boolean exact = args.flag(0, "case_sensitive", false);
    Object best = null;
    for (Object item : items(run, value)) {
      Object key = folded(attribute == null ? item : Attributes.path(item, attribute), exact);
      Object held = best == null || attribute == null ? best : Attributes.path(best, attribute);
      if (best == null || sign * Values.compare(key, folded(held, exact)) > 0) {
        best = item;
      }
    }
    return best == null ? new Undefined("an item of an empty list") : best;
  }

  private static Object sum(Run run, Object value, Arguments args) {
    Object attribute = args.get(0, "attribute");
    Object total = args.get(1, "start", 0L);
    for (Object item : items(run, value)) {
      Object part =
          attribute == null || attribute == None.NONE ? item : Attributes.path(item, attribute);
      total = Arithmetic.apply(run, "+", total, part);
    }
    return total;
  }

  private static Object map(Run run, Object value, Arguments args) {
    Object attribute = args.named().get("attribute");
    Object fallback = args.named().get("default");
    List<Object> out = new ArrayList<>();
    if (attribute != null) {
      for (Object item : itemsIfAny(run, value)) {
        Object found = Attributes.path(item, attribute);
        out.add(found instanceof Undefined && fallback != null ? fallback : found);
      }
      return out;
    }
    String name = Values.text(args.require(0, "filter")).value();
    TemplateFilter filter = TemplateFilter.named(name);
    if (filter == null) {
      throw new Fault("there is no filter " + name);
    }
    Arguments rest = args.rest();
    for (Object item : itemsIfAny(run, value)) {
      out.add(filter.apply(run, item, rest));
    }
    return out;
  }

  private static Object chosen(
      Run run, Object value, Arguments args, boolean attribute, boolean wanted) {
    Object path = attribute ? args.require(0, "attribute") : null;
    Arguments rest = attribute ? args.rest() : args;
    Check check = Check.TRUE;
    if (rest.get(0, "test") != null) {
      check = Check.require(Values.text(rest.get(0, "test")).value());
    }
    Arguments given = rest.rest();
    List<Object> out = new ArrayList<>();
    for (Object item : itemsIfAny(run, value)) {
      Object tested = attribute ? Attributes.path(item, path) : item;
      if (check.holds(tested, given) == wanted) {
        out.add(item);
      }
    }
    return out;
  }
}
