package io.qcpruner.text.internal.jinja;

import java.util.HashMap;
import java.util.Map;

/** The only object of a template whose attributes can be set. */
final class Namespace {
  private final Map<String, Object> attributes = new HashMap<>();

  Object get(String name) {
    Object value = attributes.get(name);
    return value == null ? new Undefined("namespace attribute " + name) : value;
  }

  void set(String name, Object value) {
    attributes.put(name, value);
  }
}
