package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Attributes and methods of values; there are no others, and none changes its value. */
final class Attributes {
  private Attributes() {}

  /** {@code value.name}: an attribute, or else an item. */
  static Object of(Object value, String name) {
    Object found = attribute(value, name);
    if (found == null && value instanceof Map<?, ?> map) {
      found = map.get(Text.of(name));
    }
    return found == null ? missing(value, name) : found;
  }

  /** {@code value['name']} where there is no such item. */
  static Object orItem(Object value, String name) {
    Object found = attribute(value, name);
    return found == null ? missing(value, name) : found;
  }

  /** A dotted path, as {@code map} and {@code selectattr} take it. */
  static Object path(Object value, Object path) {
    if (path instanceof Long) {
      return Slices.item(value, path);
    }
    Object at = value;
    for (String name : Values.text(path).value().split("\\.")) {
      if (at instanceof Undefined) {
        return at;
      }
      at =
          name.matches("\\d{1,9}")
              ? Slices.item(at, Long.parseLong(name))
              : Slices.item(at, Text.of(name));
    }
    return at;
  }

  private static Object missing(Object value, String name) {
    if (value instanceof Undefined undefined) {
      throw undefined.fault();
    }
    return new Undefined("%s of %s".formatted(name, Values.kind(value)));
  }

  private static Object attribute(Object value, String name) {
    if (value instanceof Namespace namespace) {
      return namespace.get(name);
    }
    if (value instanceof Text text) {
      return TextMethods.of(text, name);
    }
    if (value instanceof Map<?, ?> map) {
      return method(map, name);
    }
    return value instanceof List<?> list ? method(list, name) : null;
  }

  private static Callable method(Map<?, ?> map, String name) {
    return switch (name) {
      case "items" -> (run, args) -> items(map);
      case "keys" -> (run, args) -> new ArrayList<>(map.keySet());
      case "values" -> (run, args) -> new ArrayList<>(map.values());
      case "get" ->
          (run, args) -> {
            Object found = map.get(args.require(0, "key"));
            return found == null ? args.get(1, "default", None.NONE) : found;
          };
      default -> null;
    };
  }

  static List<Object> items(Map<?, ?> map) {
    List<Object> out = new ArrayList<>();
    map.forEach((key, value) -> out.add(new Tuple(List.of(key, value))));
    return out;
  }

  private static Callable method(List<?> list, String name) {
    return switch (name) {
      case "index" ->
          (run, args) -> {
            Object wanted = args.require(0, "value");
            for (int i = 0; i < list.size(); i++) {
              if (Values.equal(list.get(i), wanted)) {
                return (long) i;
              }
            }
            throw new Fault(PythonText.repr(wanted) + " is not in the list");
          };
      case "count" ->
          (run, args) ->
              list.stream().filter(i -> Values.equal(i, args.require(0, "value"))).count();
      case "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse" ->
          (run, args) -> {
            throw new Fault("lists can't be changed here, as " + name + " would");
          };
      default -> null;
    };
  }
}
