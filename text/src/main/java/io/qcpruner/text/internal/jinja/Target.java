package io.qcpruner.text.internal.jinja;

import java.util.List;

/** What a {@code set} or a loop gives a value to. */
@FunctionalInterface
interface Target {

  void set(Run run, Object value);

  /** One name takes the value, several share its items. */
  static Target of(List<String> names) {
    if (names.size() == 1) {
      return (run, value) -> run.set(names.get(0), value);
    }
    return (run, value) -> {
      List<?> items = Values.items(value);
      if (items.size() != names.size()) {
        throw new Fault("%d values for %d names".formatted(items.size(), names.size()));
      }
      for (int i = 0; i < names.size(); i++) {
        run.set(names.get(i), items.get(i));
      }
    };
  }

  static Target attribute(String object, String attribute) {
    return (run, value) -> {
      if (!(run.get(object) instanceof Namespace namespace)) {
        throw new Fault(object + " is not a namespace, so its attributes can't be set");
      }
      namespace.set(attribute, value);
    };
  }
}
