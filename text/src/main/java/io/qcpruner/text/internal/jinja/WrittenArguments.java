package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a call as they are written. */
final class WrittenArguments {
  private final List<Expression> list = new ArrayList<>();
  private final Map<String, Expression> named = new LinkedHashMap<>();

  /**
   * @param name null for an argument by position
   */
  void add(String name, Expression value) {
    if (name == null) {
      list.add(value);
    } else {
      named.put(name, value);
    }
  }

  Arguments values(Run run) {
    List<Object> positional = new ArrayList<>();
    list.forEach(e -> positional.add(e.value(run)));
    Map<String, Object> byName = new LinkedHashMap<>();
    named.forEach((name, e) -> byName.put(name, e.value(run)));
    return new Arguments(positional, byName);
  }
}
