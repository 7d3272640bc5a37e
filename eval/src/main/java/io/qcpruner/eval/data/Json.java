package io.qcpruner.eval.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON files and JSON lines with errors that name file and line. */
public final class Json {

  public static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private Json() {}

  public static JsonNode tree(Path file) throws DataException {
    try (var in = Files.newInputStream(file)) {
      return MAPPER.readTree(in);
    } catch (JsonProcessingException e) {
      throw new DataException(
          file + " line " + e.getLocation().getLineNr(), "is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** One object per line; empty lines at the end are fine, a broken line is an error. */
  public static List<Map<String, Object>> lines(Path file) throws DataException {
    List<Map<String, Object>> objects = new ArrayList<>();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          objects.add(object(line, file + " line " + number));
        }
      }
    } catch (CharacterCodingException e) {
      throw new DataException(file + " after line " + number, "is not UTF-8", e);
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return objects;
  }

  static Map<String, Object> object(String json, String where) throws DataException {
    try {
      return MAPPER.readValue(json, OBJECT);
    } catch (JsonProcessingException e) {
      throw new DataException(where, "is not a JSON object: " + e.getOriginalMessage());
    }
  }

  static Map<String, Object> object(JsonNode node) {
    return MAPPER.convertValue(node, OBJECT);
  }

  static DataException unreadable(Path file, IOException e) {
    String problem = e instanceof NoSuchFileException ? "not found" : "cannot be read: " + e;
    return new DataException(file.toString(), problem, e);
  }
}
