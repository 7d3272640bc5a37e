package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Objects of a schema: declared properties in their order, or any names if none is declared. */
final class ObjectCompiler {
  private final SchemaCompiler schemas;
  private final JsonRules json;

  ObjectCompiler(SchemaCompiler schemas, JsonRules json) {
    this.schemas = schemas;
    this.json = json;
  }

  private record Property(String name, Rule value, boolean required) {}

  Node node(JsonNode schema, String path) throws SchemaException {
    JsonNode declared = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    if (!declared.isMissingNode() && !declared.isObject()) {
      throw new SchemaException(path + "/properties", "is not an object");
    }
    boolean closed = others.isBoolean() && !others.booleanValue();
    Map<String, JsonNode> all = new LinkedHashMap<>();
    declared.fieldNames().forEachRemaining(name -> all.put(name, declared.get(name)));
    Set<String> required = required(schema, path);
    JsonNode undeclared = others.isMissingNode() ? BooleanNode.TRUE : others;
    for (String name : required) {
      if (closed && !all.containsKey(name)) {
        throw new SchemaException(path, "requires " + name + " and does not allow it");
      }
      all.putIfAbsent(name, undeclared);
    }
    if (all.isEmpty()) {
      return closed
          ? JsonRules.text("{}", Node.END)
          : json.object(schemas.rule(undeclared, path + "/additionalProperties"));
    }
    List<Property> properties = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : all.entrySet()) {
      Rule value = schemas.rule(entry.getValue(), path + "/properties/" + entry.getKey());
      properties.add(new Property(entry.getKey(), value, required.contains(entry.getKey())));
    }
    return inOrder(properties);
  }

  private static Set<String> required(JsonNode schema, String path) throws SchemaException {
    Set<String> names = new LinkedHashSet<>();
    JsonNode list = schema.path("required");
    if (!list.isMissingNode() && !list.isArray()) {
      throw new SchemaException(path + "/required", "is not a list");
    }
    for (JsonNode name : list) {
      if (!name.isTextual()) {
        throw new SchemaException(path + "/required", "is not a list of names");
      }
      names.add(name.textValue());
    }
    return names;
  }

  /** Built from the end: what follows when nothing was written yet, and when something was. */
  private static Node inOrder(List<Property> properties) {
    Node first = JsonRules.text("}", Node.END);
    Node later = first;
    for (int i = properties.size() - 1; i >= 0; i--) {
      Property property = properties.get(i);
      Node value = JsonRules.colon(new Node.Call(property.value, later));
      Node entry = JsonRules.text(quoted(property.name), value);
      Node afterOther = JsonRules.comma(entry);
      first = property.required ? entry : new Node.Choice(entry, first);
      later = property.required ? afterOther : new Node.Choice(afterOther, later);
    }
    return JsonRules.text("{", first);
  }

  private static String quoted(String name) {
    return com.fasterxml.jackson.databind.node.TextNode.valueOf(name).toString();
  }
}
