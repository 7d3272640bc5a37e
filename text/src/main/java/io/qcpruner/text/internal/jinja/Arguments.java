package io.qcpruner.text.internal.jinja;

import java.util.List;
import java.util.Map;

/**
 * Arguments of a call.
 *
 * @param list those by position
 * @param named those by name
 */
record Arguments(List<Object> list, Map<String, Object> named) {
  static final Arguments NONE = new Arguments(List.of(), Map.of());

  int size() {
    return list.size() + named.size();
  }

  /** The argument at a position or by a name; null if it is not given. */
  Object get(int position, String name) {
    return position < list.size() ? list.get(position) : named.get(name);
  }

  Object get(int position, String name, Object fallback) {
    Object value = get(position, name);
    return value == null ? fallback : value;
  }

  Object require(int position, String name) {
    Object value = get(position, name);
    if (value == null) {
      throw new Fault("the argument " + name + " is missing");
    }
    return value;
  }

  Text text(int position, String name, String fallback) {
    Object value = get(position, name);
    return value == null || value == None.NONE ? Text.of(fallback) : Values.text(value);
  }

  int integer(int position, String name, int fallback) {
    Object value = get(position, name);
    return value == null || value == None.NONE ? fallback : Values.index(value);
  }

  boolean flag(int position, String name, boolean fallback) {
    Object value = get(position, name);
    return value == null ? fallback : Values.isTrue(value);
  }

  /** A copy without the first argument. */
  Arguments rest() {
    return new Arguments(list.subList(Math.min(1, list.size()), list.size()), named);
  }
}
