package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** Whether a value fits a schema, by the words of the standard and nothing else. */
final class NaiveValidator {
  private final JsonNode whole;

  NaiveValidator(JsonNode whole) {
    this.whole = whole;
  }

  boolean fits(JsonNode value) {
    return fits(whole, value);
  }

  private boolean fits(JsonNode schema, JsonNode value) {
    if (schema.isBoolean()) {
      return schema.booleanValue();
    }
    if (schema.has("$ref")) {
      String target = schema.get("$ref").asText();
      return fits(target.equals("#") ? whole : whole.at(target.substring(1)), value);
    }
    return (!schema.has("enum") || contains(schema.get("enum"), value))
        && (!schema.has("const") || same(schema.get("const"), value))
        && (!schema.has("anyOf") || any(schema.get("anyOf"), value))
        && (!schema.has("allOf") || all(schema.get("allOf"), value))
        && typeFits(schema.path("type"), value)
        && numberFits(schema, value)
        && textFits(schema, value)
        && arrayFits(schema, value)
        && objectFits(schema, value);
  }

  private static boolean contains(JsonNode values, JsonNode value) {
    for (JsonNode one : values) {
      if (same(one, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean same(JsonNode a, JsonNode b) {
    return a.isNumber() && b.isNumber()
        ? a.decimalValue().compareTo(b.decimalValue()) == 0
        : a.equals(b);
  }

  private boolean any(JsonNode parts, JsonNode value) {
    for (JsonNode part : parts) {
      if (fits(part, value)) {
        return true;
      }
    }
    return false;
  }

  private boolean all(JsonNode parts, JsonNode value) {
    for (JsonNode part : parts) {
      if (!fits(part, value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean typeFits(JsonNode type, JsonNode value) {
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (typeFits(one, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (type.asText()) {
      case "" -> true;
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" ->
          value.isNumber() && value.decimalValue().remainder(BigDecimal.ONE).signum() == 0;
      case "boolean" -> value.isBoolean();
      default -> value.isNull();
    };
  }

  private static boolean numberFits(JsonNode schema, JsonNode value) {
    if (!value.isNumber()) {
      return true;
    }
    BigDecimal n = value.decimalValue();
    return (!schema.has("minimum") || n.compareTo(schema.get("minimum").decimalValue()) >= 0)
        && (!schema.has("maximum") || n.compareTo(schema.get("maximum").decimalValue()) <= 0)
        && (!schema.has("exclusiveMinimum")
            || n.compareTo(schema.get("exclusiveMinimum").decimalValue()) > 0)
        && (!schema.has("exclusiveMaximum")
            || n.compareTo(schema.get("exclusiveMaximum").decimalValue()) < 0);
  }

  private static boolean textFits(JsonNode schema, JsonNode value) {
    if (!value.isTextual()) {
      return true;
    }
    int length = value.textValue().codePointCount(0, value.textValue().length());
    return length >= schema.path("minLength").asInt(0)
        && length <= schema.path("maxLength").asInt(Integer.MAX_VALUE);
  }

  private boolean arrayFits(JsonNode schema, JsonNode value) {
    if (!value.isArray()) {
      return true;
    }
    for (JsonNode item : value) {
      if (schema.has("items") && !fits(schema.get("items"), item)) {
        return false;
      }
    }
    return value.size() >= schema.path("minItems").asInt(0)
        && value.size() <= schema.path("maxItems").asInt(Integer.MAX_VALUE);
  }

  private boolean objectFits(JsonNode schema, JsonNode value) {
    if (!value.isObject()) {
      return true;
    }
    for (JsonNode name : schema.path("required")) {
      if (!value.has(name.asText())) {
        return false;
      }
    }
    for (var field : value.properties()) {
      JsonNode declared = schema.path("properties").path(field.getKey());
      JsonNode own = declared.isMissingNode() ? schema.path("additionalProperties") : declared;
      if (!own.isMissingNode() && !fits(own, field.getValue())) {
        return false;
      }
    }
    return true;
  }
}
