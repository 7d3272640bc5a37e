package io.qcpruner.checkpoint.weights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the JSON of a safetensors header into entries, checking each on its own. */
final class SafetensorsHeaderParser {
  private static final int MAX_DIMENSIONS = 16;

  private final JsonParser json;
  private final long dataStart;
  private final String label;

  SafetensorsHeaderParser(JsonParser json, long dataStart, String label) {
    this.json = json;
    this.dataStart = dataStart;
    this.label = label;
  }

  SafetensorsHeader parse() throws IOException {
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    expect(json.nextToken(), JsonToken.START_OBJECT, "the header");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      expect(json.nextToken(), JsonToken.START_OBJECT, name);
      if (name.equals("__metadata__")) {
        parseMetadata(metadata);
      } else {
        tensors.put(name, parseTensor(name));
      }
    }
    // writers pad the header with spaces; anything else after the object is a lie
    if (json.nextToken() != null) {
      throw new WeightsException(label + ": text after the end of the header object");
    }
    return new SafetensorsHeader(tensors, metadata, dataStart);
  }

  private void parseMetadata(Map<String, String> metadata) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      expect(json.nextToken(), JsonToken.VALUE_STRING, "__metadata__." + key);
      metadata.put(key, json.getText());
    }
  }

  private StoredTensor parseTensor(String name) throws IOException {
    NumberType type = null;
    long[] shape = null;
    long[] offsets = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "dtype" -> type = parseType(name, value);
        case "shape" -> shape = parseLongs(name, field, value);
        case "data_offsets" -> offsets = parseLongs(name, field, value);
        default ->
            throw new WeightsException(
                "%s: tensor %s has an unknown field %s".formatted(label, name, field));
      }
    }
    if (type == null || shape == null || offsets == null || offsets.length != 2) {
      throw new WeightsException(
          "%s: tensor %s needs dtype, shape and two data_offsets".formatted(label, name));
    }
    return checked(new TensorSpec(name, type, shape), offsets[0], offsets[1]);
  }

  private StoredTensor checked(TensorSpec spec, long begin, long end) throws WeightsException {
    long expected;
    try {
      expected = spec.byteLength();
      Math.addExact(dataStart, end);
    } catch (ArithmeticException e) {
      throw new WeightsException("%s: tensor %s is impossibly large".formatted(label, spec), e);
    }
    if (begin > end || end - begin != expected) {
      throw new WeightsException(
          "%s: tensor %s needs %d bytes, its data_offsets [%d, %d) give %d"
              .formatted(label, spec, expected, begin, end, end - begin));
    }
    return new StoredTensor(spec, dataStart + begin);
  }

  private NumberType parseType(String name, JsonToken value) throws IOException {
    expect(value, JsonToken.VALUE_STRING, name + ".dtype");
    NumberType type = NumberType.named(json.getText());
    if (type == null) {
      throw new WeightsException(
          "%s: tensor %s has the unknown number type %s".formatted(label, name, json.getText()));
    }
    return type;
  }

  private long[] parseLongs(String name, String field, JsonToken first) throws IOException {
    String where = name + "." + field;
    expect(first, JsonToken.START_ARRAY, where);
    List<Long> values = new ArrayList<>();
    for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
      expect(t, JsonToken.VALUE_NUMBER_INT, where);
      boolean fits = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
      if (!fits || json.getLongValue() < 0 || values.size() == MAX_DIMENSIONS) {
        throw new WeightsException(
            "%s: %s holds an impossible value %s".formatted(label, where, json.getText()));
      }
      values.add(json.getLongValue());
    }
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private void expect(JsonToken found, JsonToken wanted, String where) throws WeightsException {
    if (found != wanted) {
      throw new WeightsException(
          "%s: %s should be %s, found %s".formatted(label, where, wanted, found));
    }
  }
}
