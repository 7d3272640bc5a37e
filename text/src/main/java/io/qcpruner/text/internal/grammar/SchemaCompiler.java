package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON schema to the rules of a grammar. Every answer of the grammar fits the schema; not every
 * value that fits is an answer: properties come in the schema's order and undeclared ones are left
 * out. A keyword that can't be held to is refused by name.
 */
final class SchemaCompiler {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_SCHEMAS = 5_000;

  /** What says nothing about which values fit. */
  private static final Set<String> NOTES =
      Set.of(
          "title",
          "description",
          "default",
          "examples",
          "example",
          "deprecated",
          "readOnly",
          "writeOnly",
          "$schema",
          "$id",
          "$comment",
          "$anchor",
          "$defs",
          "definitions",
          "format",
          "discriminator");

  private static final Map<String, Set<String>> KEYWORDS =
      Map.of(
          "object", Set.of("properties", "required", "additionalProperties"),
          "array", Set.of("items", "minItems", "maxItems"),
          "string", Set.of("minLength", "maxLength"),
          "number", NumberBounds.KEYWORDS,
          "integer", NumberBounds.KEYWORDS,
          "boolean", Set.of(),
          "null", Set.of());

  private final JsonNode whole;
  private final JsonRules json = new JsonRules();
  private final ObjectCompiler objects = new ObjectCompiler(this, json);
  private final Map<String, Rule> referenced = new HashMap<>();
  private int depth;
  private int compiled;

  SchemaCompiler(JsonNode whole) {
    this.whole = whole;
  }

  Rule root() throws SchemaException {
    return rule(whole, "");
  }

  /** The rule of a part of the schema. */
  Rule rule(JsonNode schema, String path) throws SchemaException {
    if (++depth > MAX_DEPTH || ++compiled > MAX_SCHEMAS) {
      throw new SchemaException(path, "is nested too deeply or too large");
    }
    Node node = node(schema, path);
    depth--;
    return new Rule().define(node);
  }

  private Node node(JsonNode schema, String path) throws SchemaException {
    if (schema.isBoolean() && schema.booleanValue()) {
      return call(json.value());
    }
    if (!schema.isObject()) {
      throw new SchemaException(path, schema.isBoolean() ? "fits no value" : "is not an object");
    }
    for (String word : List.of("$ref", "enum", "const", "anyOf", "allOf")) {
      if (schema.has(word)) {
        return special(word, schema, path);
      }
    }
    return typed(schema, types(schema, path), path);
  }

  /** A keyword that stands alone: beside it only notes, and the type of listed values. */
  private Node special(String word, JsonNode schema, String path) throws SchemaException {
    boolean values = word.equals("enum") || word.equals("const");
    allowOnly(schema, values ? Set.of(word, "type") : Set.of(word), path);
    JsonNode content = schema.get(word);
    String here = path + "/" + word;
    return switch (word) {
      case "$ref" -> call(reference(content.asText(), here));
      case "const" -> literals(List.of(content), schema, path);
      case "enum" -> literals(list(content, here), schema, path);
      case "anyOf" -> anyOf(list(content, here), here);
      default -> {
        List<JsonNode> parts = list(content, here);
        if (parts.size() > 1) {
          throw new SchemaException(here, "has several parts, which is not supported");
        }
        yield call(rule(parts.get(0), here + "/0"));
      }
    };
  }

  private Node anyOf(List<JsonNode> parts, String path) throws SchemaException {
    List<Node> options = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      options.add(call(rule(parts.get(i), path + "/" + i)));
    }
    return new Node.Choice(options);
  }

  private Node literals(List<JsonNode> values, JsonNode schema, String path)
      throws SchemaException {
    List<String> types = schema.has("type") ? types(schema, path) : List.of();
    List<Node> options = new ArrayList<>();
    for (JsonNode value : values) {
      if (types.isEmpty() || types.stream().anyMatch(type -> isOf(type, value))) {
        options.add(JsonRules.text(value.toString(), Node.END));
      }
    }
    if (options.isEmpty()) {
      throw new SchemaException(path, "lists no value of its type");
    }
    return new Node.Choice(options);
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" -> value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
      case "boolean" -> value.isBoolean();
      default -> value.isNull();
    };
  }

  /** A rule of its own for each referenced part, so that a part can refer to itself. */
  private Rule reference(String target, String path) throws SchemaException {
    Rule known = referenced.get(target);
    if (known != null) {
      return known;
    }
    if (!target.equals("#") && !target.startsWith("#/")) {
      throw new SchemaException(path, "leads out of the schema: " + target);
    }
    JsonNode part = whole;
    if (target.length() > 1) {
      for (String name : target.substring(2).split("/", -1)) {
        String key = name.replace("~1", "/").replace("~0", "~");
        part =
            part.isArray() && key.matches("[0-9]{1,6}")
                ? part.path(Integer.parseInt(key))
                : part.path(key);
      }
    }
    if (part.isMissingNode()) {
      throw new SchemaException(path, "leads nowhere: " + target);
    }
    Rule rule = new Rule();
    referenced.put(target, rule);
    return rule.define(call(rule(part, target)));
  }

  private List<String> types(JsonNode schema, String path) throws SchemaException {
    JsonNode type = schema.path("type");
    List<String> names = new ArrayList<>();
    if (type.isTextual()) {
      names.add(type.textValue());
    } else if (type.isArray() && !type.isEmpty()) {
      type.forEach(one -> names.add(one.asText()));
    } else if (!type.isMissingNode()) {
      throw new SchemaException(path + "/type", "is neither a name nor a list of names");
    } else {
      // the values of the kind that its other keywords speak of
      for (String kind : List.of("object", "array", "string", "number")) {
        if (KEYWORDS.get(kind).stream().anyMatch(schema::has)) {
          names.add(kind);
          break;
        }
      }
    }
    for (String name : names) {
      if (!KEYWORDS.containsKey(name)) {
        throw new SchemaException(path + "/type", "is not a type: " + name);
      }
    }
    return names;
  }

  private Node typed(JsonNode schema, List<String> types, String path) throws SchemaException {
    Set<String> known = new java.util.HashSet<>(Set.of("type"));
    types.forEach(type -> known.addAll(KEYWORDS.get(type)));
    allowOnly(schema, known, path);
    if (types.isEmpty()) {
      return call(json.value());
    }
    List<Node> options = new ArrayList<>();
    for (String type : types) {
      options.add(
          switch (type) {
            case "object" -> objects.node(schema, path);
            case "array" -> array(schema, path);
            case "string" -> string(schema, path);
            case "number" -> NumberBounds.of(schema, path).number(json);
            case "integer" -> NumberBounds.of(schema, path).integer(path);
            case "boolean" ->
                new Node.Choice(
                    JsonRules.text("true", Node.END), JsonRules.text("false", Node.END));
            default -> JsonRules.text("null", Node.END);
          });
    }
    return new Node.Choice(options);
  }

  private Node array(JsonNode schema, String path) throws SchemaException {
    int[] count = counts(schema, "minItems", "maxItems", path);
    Rule items = schema.has("items") ? rule(schema.get("items"), path + "/items") : json.value();
    return JsonRules.array(items, count[0], count[1]);
  }

  private Node string(JsonNode schema, String path) throws SchemaException {
    int[] length = counts(schema, "minLength", "maxLength", path);
    return json.string(length[0], length[1]);
  }

  private static int[] counts(JsonNode schema, String least, String most, String path)
      throws SchemaException {
    int min = count(schema, least, 0, path);
    int max = count(schema, most, Integer.MAX_VALUE, path);
    if (min > max) {
      throw new SchemaException(path, "has " + least + " above " + most);
    }
    return new int[] {min, max};
  }

  private static int count(JsonNode schema, String word, int fallback, String path)
      throws SchemaException {
    JsonNode value = schema.path(word);
    if (value.isMissingNode()) {
      return fallback;
    }
    if (!value.canConvertToExactIntegral() || value.asLong() < 0 || value.asLong() > 4_000) {
      throw new SchemaException(path + "/" + word, "must be a whole number from 0 to 4000");
    }
    return value.asInt();
  }

  private static List<JsonNode> list(JsonNode content, String path) throws SchemaException {
    if (!content.isArray() || content.isEmpty()) {
      throw new SchemaException(path, "is not a list with elements");
    }
    List<JsonNode> out = new ArrayList<>();
    content.forEach(out::add);
    return out;
  }

  static Node call(Rule rule) {
    return new Node.Call(rule, Node.END);
  }

  private static void allowOnly(JsonNode schema, Set<String> known, String path)
      throws SchemaException {
    for (var names = schema.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name) && !NOTES.contains(name)) {
        throw new SchemaException(path, "has " + name + ", which is not supported here");
      }
    }
  }
}
