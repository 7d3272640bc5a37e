package io.qcpruner.checkpoint.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One JSON object of a configuration file that knows its place, so that errors can name it. */
public final class ConfigNode {
  private static final long MAX_FILE_BYTES = 16 << 20;

  private static final int MAX_LAYERS = 10_000;

  private final Path file;
  private final String prefix;
  private final JsonNode json;
  private final Set<String> read = new HashSet<>();
  private final Map<String, ConfigNode> objects = new HashMap<>();

  private ConfigNode(Path file, String prefix, JsonNode json) {
    this.file = file;
    this.prefix = prefix;
    this.json = json;
  }

  public static ConfigNode read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new ConfigException("no such file: " + file);
    }
    try {
      return new ConfigNode(file, "", JsonReader.PYTHON.object(file, MAX_FILE_BYTES));
    } catch (JsonException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  public static ConfigNode parse(Path file, byte[] text) throws IOException {
    try {
      return new ConfigNode(file, "", JsonReader.PYTHON.object(text, file.toString()));
    } catch (JsonException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  /** A copy of this file with another value of one flag. */
  ConfigNode withFlag(String field, boolean value) {
    ObjectNode changed = json.deepCopy();
    return new ConfigNode(file, prefix, changed.put(field, value));
  }

  public Path file() {
    return file;
  }

  public boolean has(String field) {
    return json.hasNonNull(field);
  }

  public boolean hasObject(String field) {
    return json.path(field).isObject();
  }

  /** The names of all fields, those with null included, in file order. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The object in that field, or an empty one. */
  public ConfigNode object(String field) throws ConfigException {
    read.add(field);
    if (has(field) && !json.get(field).isObject()) {
      throw wrong(field, "an object");
    }
    JsonNode inner = has(field) ? json.get(field) : JsonNodeFactory.instance.objectNode();
    return objects.computeIfAbsent(field, f -> new ConfigNode(file, prefix + f + ".", inner));
  }

  /** Whether any reader asked for the value of that field. */
  boolean wasRead(String field) {
    return read.contains(field);
  }

  /** The value as JSON text. */
  String json(String field) {
    return json.get(field).toString();
  }

  public List<String> texts(String field) throws ConfigException {
    read.add(field);
    List<String> out = new ArrayList<>();
    for (JsonNode value : json.path(field)) {
      if (!value.isTextual()) {
        throw wrong(field, "a list of texts");
      }
      out.add(value.textValue());
    }
    return out;
  }

  /** The error for a field that nothing here knows. */
  ConfigException unknown(String field) {
    return new ConfigException(
        "%s: %s%s = %s is not understood, and it may change what the model computes"
            .formatted(file, prefix, field, json.get(field)));
  }

  public String text(String field, String fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    if (!json.get(field).isTextual()) {
      throw wrong(field, "a text");
    }
    return json.get(field).textValue();
  }

  public boolean flag(String field, boolean fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    if (!json.get(field).isBoolean()) {
      throw wrong(field, "true or false");
    }
    return json.get(field).booleanValue();
  }

  public double number(String field, double fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    if (!json.get(field).isNumber()) {
      throw wrong(field, "a number");
    }
    return finite(field, json.get(field).doubleValue());
  }

  /**
   * A finite number with the digits of the file, 0.4 and not the nearest double; empty if absent.
   */
  Optional<BigDecimal> decimal(String field) throws ConfigException {
    if (!has(field)) {
      return Optional.empty();
    }
    number(field, 0);
    return Optional.of(json.get(field).decimalValue());
  }

  private double finite(String field, double value) throws ConfigException {
    if (!Double.isFinite(value)) {
      throw wrong(field, "a finite number");
    }
    return value;
  }

  /** A number above zero and at most so large. */
  public double positive(String field, double fallback, double max) throws ConfigException {
    double value = number(field, fallback);
    if (!(value > 0 && value <= max)) {
      throw wrong(field, "above 0 and at most " + max);
    }
    return value;
  }

  /** A number of layers, each of which has several tensors. */
  public int layers(String field, int fallback) throws ConfigException {
    int value = size(field, fallback);
    if (value > MAX_LAYERS) {
      throw wrong(field, "at most " + MAX_LAYERS);
    }
    return value;
  }

  public int integer(String field, int fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    JsonNode value = json.get(field);
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw wrong(field, "an integer");
    }
    return value.intValue();
  }

  /** A size: at least one and below ten million, which bounds what a file can make us allocate. */
  public int size(String field, int fallback) throws ConfigException {
    int value = integer(field, fallback);
    if (value < 1 || value > 10_000_000) {
      throw wrong(field, "between 1 and 10000000");
    }
    return value;
  }

  public int requiredSize(String field) throws ConfigException {
    if (!has(field)) {
      throw new ConfigException("%s: %s%s is missing".formatted(file, prefix, field));
    }
    return size(field, 0);
  }

  public int[] integers(String field, int... fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    JsonNode value = json.get(field);
    if (value.isIntegralNumber() && value.canConvertToInt()) {
      return new int[] {value.intValue()};
    }
    int[] out = new int[value.size()];
    for (int i = 0; i < out.length; i++) {
      if (!value.path(i).isIntegralNumber() || !value.path(i).canConvertToInt()) {
        throw wrong(field, "a list of integers");
      }
      out[i] = value.get(i).intValue();
    }
    return out;
  }

  public double[] numbers(String field, double... fallback) throws ConfigException {
    read.add(field);
    if (!has(field)) {
      return fallback;
    }
    JsonNode value = json.get(field);
    double[] out = new double[value.size()];
    for (int i = 0; i < out.length; i++) {
      if (!value.path(i).isNumber()) {
        throw wrong(field, "a list of numbers");
      }
      out[i] = finite(field, value.get(i).doubleValue());
    }
    return out;
  }

  /** The value as JSON text, for fields whose form varies; null if absent. */
  public String raw(String field) {
    read.add(field);
    if (!has(field)) {
      return null;
    }
    JsonNode value = json.get(field);
    return value.isTextual() ? value.textValue() : value.toString();
  }

  public ConfigException wrong(String field, String wanted) {
    return new ConfigException(
        "%s: %s%s must be %s, found %s".formatted(file, prefix, field, wanted, json.get(field)));
  }
}
