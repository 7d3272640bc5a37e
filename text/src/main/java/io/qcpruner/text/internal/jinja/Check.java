package io.qcpruner.text.internal.jinja;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What stands after {@code is}. */
@FunctionalInterface
interface Check {
  Check TRUE = (value, args) -> Values.isTrue(value);
  Map<String, Check> ALL = all();

  boolean holds(Object value, Arguments arguments);

  /** The check of a name. */
  static Check require(String name) {
    Check found = ALL.get(name);
    if (found == null) {
      throw new Fault("there is no test " + name);
    }
    return found;
  }

  private static Map<String, Check> all() {
    Map<String, Check> out = new HashMap<>();
    out.put("defined", (v, args) -> !(v instanceof Undefined));
    out.put("undefined", (v, args) -> v instanceof Undefined);
    out.put("none", (v, args) -> v == None.NONE);
    out.put("true", (v, args) -> Boolean.TRUE.equals(v));
    out.put("false", (v, args) -> Boolean.FALSE.equals(v));
    out.put("boolean", (v, args) -> v instanceof Boolean);
    out.put("integer", (v, args) -> v instanceof Long);
    out.put("float", (v, args) -> v instanceof Double);
    out.put("number", (v, args) -> Values.isNumber(v));
    out.put("string", (v, args) -> v instanceof Text);
    out.put("mapping", (v, args) -> v instanceof Map);
    out.put("sequence", (v, args) -> v instanceof List || v instanceof Text || v instanceof Map);
    out.put(
        "iterable",
        (v, args) ->
            v instanceof List || v instanceof Text || v instanceof Map || v instanceof Undefined);
    out.put("callable", (v, args) -> v instanceof Callable);
    out.put("even", (v, args) -> Math.floorMod(Values.number(v).longValue(), 2) == 0);
    out.put("odd", (v, args) -> Math.floorMod(Values.number(v).longValue(), 2) == 1);
    out.put("divisibleby", Check::divisible);
    out.put("lower", (v, args) -> is(v, "islower"));
    out.put("upper", (v, args) -> is(v, "isupper"));
    out.put("in", (v, args) -> Values.contains(args.require(0, "seq"), v));
    out.put("sameas", (v, args) -> Values.equal(v, args.require(0, "other")));
    for (String name : List.of("eq", "equalto", "==")) {
      out.put(name, (v, args) -> Values.equal(v, args.require(0, "other")));
    }
    for (String name : List.of("ne", "!=")) {
      out.put(name, (v, args) -> !Values.equal(v, args.require(0, "other")));
    }
    for (String name : List.of("lt", "lessthan", "<")) {
      out.put(name, (v, args) -> Values.compare(v, args.require(0, "other")) < 0);
    }
    for (String name : List.of("le", "<=")) {
      out.put(name, (v, args) -> Values.compare(v, args.require(0, "other")) <= 0);
    }
    for (String name : List.of("gt", "greaterthan", ">")) {
      out.put(name, (v, args) -> Values.compare(v, args.require(0, "other")) > 0);
    }
    for (String name : List.of("ge", ">=")) {
      out.put(name, (v, args) -> Values.compare(v, args.require(0, "other")) >= 0);
    }
    return Map.copyOf(out);
  }

  private static boolean divisible(Object value, Arguments args) {
    long by = Values.number(args.require(0, "num")).longValue();
    if (by == 0) {
      throw new Fault("division by zero");
    }
    return Values.number(value).longValue() % by == 0;
  }

  private static boolean is(Object value, String method) {
    return Values.isTrue(TextMethods.of(Values.text(value), method).call(null, Arguments.NONE));
  }
}
