package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Random;

/** Schemas of every kind that is served. */
final class RandomSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] NAMES = {
    "a", "name", "größe", "q\"uote", "b\\s", "", "total price"
  };

  private final Random random;

  RandomSchema(Random random) {
    this.random = random;
  }

  ObjectNode whole() {
    ObjectNode root = schema(0);
    if (random.nextInt(4) == 0) {
      // a list that refers to itself
      root = JSON.createObjectNode().put("type", "object");
      ObjectNode properties = root.putObject("properties");
      properties.set("value", schema(2));
      ArrayNode next = properties.putObject("next").putArray("anyOf");
      next.addObject().put("$ref", "#");
      next.addObject().put("type", "null");
      root.putArray("required").add("next");
    }
    return root;
  }

  private ObjectNode schema(int depth) {
    ObjectNode out = JSON.createObjectNode();
    switch (random.nextInt(depth > 2 ? 7 : 11)) {
      case 0 -> string(out);
      case 1 -> number(out.put("type", "integer"), 0);
      case 2 -> number(out.put("type", "number"), 2);
      case 3 -> out.put("type", random.nextBoolean() ? "boolean" : "null");
      case 4 -> out.putArray("enum").add("red").add(1.5).add(true).addNull().addArray().add(1);
      case 5 -> out.put("const", NAMES[random.nextInt(NAMES.length)]);
      case 6 -> out.putArray("type").add("string").add("null");
      case 7, 8 -> object(out, depth);
      case 9 -> array(out, depth);
      default -> {
        ArrayNode parts = out.putArray("anyOf");
        for (int i = 0; i <= random.nextInt(3); i++) {
          parts.add(schema(depth + 1));
        }
      }
    }
    return out;
  }

  private void string(ObjectNode out) {
    out.put("type", "string");
    int min = random.nextInt(4);
    if (random.nextBoolean()) {
      out.put("minLength", min);
    }
    if (random.nextBoolean()) {
      out.put("maxLength", min + random.nextInt(4));
    }
  }

  private void number(ObjectNode out, int digits) {
    double unit = Math.pow(10, -digits);
    double low = Math.rint((random.nextInt(4000) - 2000) / 10.0 / unit) * unit;
    if (random.nextBoolean()) {
      low = Math.rint(low);
    }
    double high = low + 1 + random.nextInt(3000);
    boolean excluded = random.nextBoolean();
    if (random.nextInt(3) > 0) {
      out.put(excluded ? "exclusiveMinimum" : "minimum", digits == 0 ? Math.rint(low) : low);
    }
    if (random.nextInt(3) > 0) {
      out.put(
          excluded ? "exclusiveMaximum" : "maximum", digits == 0 ? Math.rint(high) + 2 : high + 2);
    }
  }

  private void object(ObjectNode out, int depth) {
    out.put("type", "object");
    int declared = random.nextInt(4);
    ObjectNode properties = out.putObject("properties");
    ArrayNode required = JSON.createArrayNode();
    for (int i = 0; i < declared; i++) {
      String name = NAMES[random.nextInt(NAMES.length)];
      properties.set(name, schema(depth + 1));
      if (random.nextBoolean()) {
        required.add(name);
      }
    }
    out.set("required", required);
    switch (random.nextInt(3)) {
      case 0 -> out.put("additionalProperties", false);
      case 1 -> out.set("additionalProperties", schema(depth + 1));
      default -> {}
    }
  }

  private void array(ObjectNode out, int depth) {
    out.put("type", "array").set("items", schema(depth + 1));
    int min = random.nextInt(3);
    if (random.nextBoolean()) {
      out.put("minItems", min);
    }
    if (random.nextBoolean()) {
      out.put("maxItems", min + random.nextInt(3));
    }
  }
}
