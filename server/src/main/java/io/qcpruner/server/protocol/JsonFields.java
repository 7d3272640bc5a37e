package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The fields of a JSON object with strict types; null means absent, mistakes name their path. */
final class JsonFields {
  private final ObjectNode node;
  private final String path;
  private final ErrorCode mistake;

  private JsonFields(ObjectNode node, String path, ErrorCode mistake) {
    this.node = node;
    this.path = path;
    this.mistake = mistake;
  }

  static JsonFields root(ObjectNode node) {
    return new JsonFields(node, "", ErrorCode.INVALID_VALUE);
  }

  /** An element that must be an object. */
  static JsonFields of(JsonNode node, String path) throws RequestException {
    if (node instanceof ObjectNode object) {
      return new JsonFields(object, path, ErrorCode.INVALID_VALUE);
    }
    throw new RequestException(ErrorCode.INVALID_VALUE, path, path + " must be an object.");
  }

  /** A copy of these fields with another code for mistakes in them. */
  JsonFields withMistake(ErrorCode code) {
    return new JsonFields(node, path, code);
  }

  ObjectNode node() {
    return node;
  }

  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  RequestException mistake(String name, String must) {
    return new RequestException(mistake, path(name), path(name) + " must be " + must + ".");
  }

  /** The value, empty when it is absent or null. */
  Optional<JsonNode> any(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  boolean has(String name) {
    return any(name).isPresent();
  }

  Optional<String> text(String name) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isPresent() && !value.get().isTextual()) {
      throw mistake(name, "a string");
    }
    return value.map(JsonNode::textValue);
  }

  boolean flag(String name, boolean otherwise) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw mistake(name, "true or false");
    }
    return value.map(JsonNode::booleanValue).orElse(otherwise);
  }

  OptionalLong whole(String name, long min, long max) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    JsonNode number = value.get();
    boolean fits = number.isIntegralNumber() && number.canConvertToLong();
    if (!fits || number.longValue() < min || number.longValue() > max) {
      throw mistake(name, "a whole number" + range(min, max));
    }
    return OptionalLong.of(number.longValue());
  }

  private static String range(long min, long max) {
    if (max == Long.MAX_VALUE) {
      return min == Long.MIN_VALUE ? " of 64 bits" : " of " + min + " or more";
    }
    return " from " + min + " to " + max;
  }

  /** A finite number in the closed range. */
  OptionalDouble real(String name, double min, double max) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    double number = value.get().isNumber() ? value.get().doubleValue() : Double.NaN;
    if (!Double.isFinite(number) || number < min || number > max) {
      throw mistake(name, "a number from " + min + " to " + max);
    }
    return OptionalDouble.of(number);
  }

  /** A finite number above 0. */
  OptionalDouble positive(String name) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    double number = value.get().isNumber() ? value.get().doubleValue() : Double.NaN;
    if (!Double.isFinite(number) || number <= 0) {
      throw mistake(name, "a number above 0");
    }
    return OptionalDouble.of(number);
  }

  Optional<ArrayNode> array(String name) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isPresent() && !value.get().isArray()) {
      throw mistake(name, "an array");
    }
    return value.map(v -> (ArrayNode) v);
  }

  Optional<JsonFields> object(String name) throws RequestException {
    Optional<JsonNode> value = any(name);
    if (value.isPresent() && !value.get().isObject()) {
      throw mistake(name, "an object");
    }
    return value.map(v -> new JsonFields((ObjectNode) v, path(name), mistake));
  }
}
