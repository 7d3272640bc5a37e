package io.qcpruner.eval.data;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.json.BoundedLines;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON files and JSON lines with errors that name file and line. */
public final class Json {

  /** For writing and for making trees; {@link JsonReader} reads. */
  public static final ObjectMapper MAPPER = JsonReader.STANDARD.mapper();

  private static final long MAX_BYTES = 1L << 30;

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private Json() {}

  public static JsonNode tree(Path file) throws DataException {
    try {
      return JsonReader.STANDARD.tree(file, MAX_BYTES);
    } catch (JsonException e) {
      throw new DataException(e);
    }
  }

  /** One object per line; empty lines at the end are fine, a broken line is an error. */
  public static List<Map<String, Object>> lines(Path file) throws DataException {
    List<Map<String, Object>> objects = new ArrayList<>();
    try {
      BoundedLines.read(
          file,
          true,
          (line, number, offset) -> {
            String where = file + " line " + number;
            if (!new String(line, StandardCharsets.ISO_8859_1).isBlank()) {
              objects.add(object(JsonReader.STANDARD.object(line, where)));
            }
          });
    } catch (JsonException e) {
      throw new DataException(e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return objects;
  }

  static Map<String, Object> object(JsonNode node) {
    return MAPPER.convertValue(node, OBJECT);
  }

  /** The fields of a value that must be an object. */
  static Map<String, Object> object(JsonNode node, String where) throws DataException {
    if (!node.isObject()) {
      throw new DataException(where, "is not an object");
    }
    return object(node);
  }

  static DataException unreadable(Path file, IOException e) {
    String problem =
        e instanceof NoSuchFileException
            ? "not found"
            : e instanceof CharacterCodingException ? "is not UTF-8" : "cannot be read";
    return new DataException(file.toString(), problem, e);
  }
}
