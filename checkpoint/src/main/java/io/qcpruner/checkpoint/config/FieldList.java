package io.qcpruner.checkpoint.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a configuration class may hold besides the fields that are read.
 *
 * @param harmless fields that can't change what the model computes
 * @param fixed fields that could, with the JSON texts of the values that change nothing
 */
public record FieldList(Set<String> harmless, Map<String, Set<String>> fixed) {

  public FieldList {
    harmless = Set.copyOf(harmless);
    fixed = Map.copyOf(fixed);
  }

  public static FieldList harmless(String... names) {
    return new FieldList(Set.of(names), Map.of());
  }

  /** A list with the fields of both. */
  public FieldList with(FieldList more) {
    Set<String> names = new HashSet<>(harmless);
    names.addAll(more.harmless);
    Map<String, Set<String>> values = new HashMap<>(fixed);
    values.putAll(more.fixed);
    return new FieldList(names, values);
  }

  /** A list with one more field, which must have one of some values, given as JSON. */
  public FieldList only(String name, String... values) {
    return with(new FieldList(Set.of(), Map.of(name, Set.of(values))));
  }

  /** Refuses every field of the object that was not read and is not in this list. */
  public void refuseRest(ConfigNode node) throws ConfigException {
    for (String name : node.names()) {
      if (node.wasRead(name) || !node.has(name) || harmless.contains(name)) {
        continue;
      }
      Set<String> values = fixed.get(name);
      if (values == null) {
        throw node.unknown(name);
      }
      if (!values.contains(node.json(name))) {
        List<String> sorted = values.stream().sorted().toList();
        throw node.wrong(name, sorted.isEmpty() ? "absent or null" : String.join(" or ", sorted));
      }
    }
  }
}
