package io.qcpruner.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads ids from a tokenizer.json as a stream: the merges, which are most of the file, are stepped
 * over, because only the library needs them.
 */
final class JsonVocabularyReader {
  private static final int MAX_ID = 10_000_000;

  private final String label;
  private final Map<String, Integer> added = new HashMap<>();
  private final Set<Integer> special = new HashSet<>();
  private String[] pieces = new String[1 << 15];
  private int vocabularyEnd;
  private int addedEnd;
  private boolean byteLevel;
  private boolean composed;
  private boolean bpe = true;

  private JsonVocabularyReader(String label) {
    this.label = label;
  }

  static JsonVocabulary read(byte[] json, String label) throws IOException {
    try {
      return JsonReader.MANY_NAMES.stream(json, label, new JsonVocabularyReader(label)::root);
    } catch (JsonException e) {
      throw new TokenizerException(e.getMessage(), e);
    }
  }

  private JsonVocabulary root(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new TokenizerException(label + ": not a JSON object");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "added_tokens" -> addedTokens(tree(json));
        case "decoder" -> byteLevel = tree(json).toString().contains("\"ByteLevel\"");
        case "normalizer" -> composed = tree(json).toString().contains("\"NFC\"");
        case "model" -> model(json);
        default -> json.skipChildren();
      }
    }
    return vocabulary();
  }

  private static JsonNode tree(JsonParser json) throws IOException {
    return json.readValueAsTree();
  }

  private void model(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("vocab") && value == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String piece = json.currentName();
          boolean integer = json.nextToken() == JsonToken.VALUE_NUMBER_INT;
          int id = checked(integer ? json.getValueAsInt(-1) : -1, piece);
          put(id, piece);
          vocabularyEnd = Math.max(vocabularyEnd, id + 1);
        }
      } else if (field.equals("type")) {
        bpe = "BPE".equals(json.getText());
      } else {
        json.skipChildren();
      }
    }
  }

  private void addedTokens(JsonNode tokens) throws TokenizerException {
    for (JsonNode token : tokens) {
      String content = token.path("content").asText("");
      if (content.isEmpty()) {
        throw new TokenizerException(label + ": an added token without content");
      }
      if (content.codePointCount(0, content.length()) == 1) {
        // text is cut behind the first character of such a string, so that it stays text
        throw new TokenizerException(
            label + ": the added token " + content + " is a single character");
      }
      int id = checked(token.path("id").asInt(-1), content);
      added.put(content, id);
      put(id, content);
      addedEnd = Math.max(addedEnd, id + 1);
      if (token.path("special").asBoolean()) {
        special.add(id);
      }
    }
  }

  private JsonVocabulary vocabulary() throws TokenizerException {
    if (!bpe || vocabularyEnd == 0) {
      throw new TokenizerException(label + ": the vocabulary of a BPE model is missing");
    }
    int all = Math.max(vocabularyEnd, addedEnd);
    // Llama files append <image> and <pad>, which are never to be generated; Qwen's end-of-turn is
    // an added token that must be
    return new JsonVocabulary(
        Arrays.copyOf(pieces, all),
        Map.copyOf(added),
        added.keySet().stream().collect(Collectors.groupingBy(token -> token.charAt(0))),
        Set.copyOf(special),
        byteLevel,
        composed,
        byteLevel ? all : vocabularyEnd);
  }

  private void put(int id, String piece) {
    if (id >= pieces.length) {
      pieces = Arrays.copyOf(pieces, Math.max(id + 1, pieces.length * 2));
    }
    pieces[id] = piece;
  }

  private int checked(int id, String piece) throws TokenizerException {
    if (id < 0 || id > MAX_ID) {
      throw new TokenizerException("%s: %s has no usable id".formatted(label, piece));
    }
    return id;
  }
}
