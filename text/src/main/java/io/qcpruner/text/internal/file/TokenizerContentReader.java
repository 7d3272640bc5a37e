package io.qcpruner.text.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads {@code tokenizer.json} in one pass. A vocabulary has tens of thousands of names, so no tree
 * of it is built and names are not interned; both would cost more than everything else at start.
 * Merges are stepped over, because only the native library needs them.
 */
final class TokenizerContentReader {

  private static final int DEFAULT_MAX_WORD = 100;

  private final String label;
  private final List<String> pieces = new ArrayList<>(1 << 15);
  private int[] ids = new int[1 << 15];
  private final List<AddedToken> added = new ArrayList<>();
  private JsonNode normalizer = MissingNode.getInstance();
  private JsonNode preTokenizer = MissingNode.getInstance();
  private JsonNode decoder = MissingNode.getInstance();
  private String modelType = "";
  private String unknown;
  private String continuation = "##";
  private int maxWordLength = DEFAULT_MAX_WORD;

  private TokenizerContentReader(String label) {
    this.label = label;
  }

  static TokenizerContent read(byte[] json, String label) throws IOException {
    return JsonReader.MANY_NAMES.stream(json, label, new TokenizerContentReader(label)::file);
  }

  private TokenizerContent file(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new JsonException(label, "not a JSON object");
    }
    for (String field; (field = json.nextFieldName()) != null; ) {
      json.nextToken();
      switch (field) {
        case "added_tokens" -> addedTokens(tree(json));
        case "normalizer" -> normalizer = tree(json);
        case "pre_tokenizer" -> preTokenizer = tree(json);
        case "decoder" -> decoder = tree(json);
        case "model" -> model(json);
        default -> json.skipChildren();
      }
    }
    return new TokenizerContent(
        label,
        modelType,
        pieces,
        Arrays.copyOf(ids, pieces.size()),
        List.copyOf(added),
        normalizer,
        preTokenizer,
        decoder,
        unknown,
        continuation,
        maxWordLength);
  }

  private static JsonNode tree(JsonParser json) throws IOException {
    return json.readValueAsTree();
  }

  private void addedTokens(JsonNode tokens) throws JsonException {
    for (JsonNode token : tokens) {
      String content = token.path("content").asText("");
      if (content.isEmpty()) {
        throw new JsonException(label, "an added token without content");
      }
      JsonNode id = token.path("id");
      boolean literal =
          Stream.of("single_word", "lstrip", "rstrip", "normalized")
              .map(token::path)
              .allMatch(condition -> condition.isMissingNode() || isFalse(condition));
      boolean special = token.path("special").asBoolean();
      added.add(
          new AddedToken(
              checked(id.isInt() ? id.intValue() : -1, content), content, literal, special));
    }
  }

  private static boolean isFalse(JsonNode node) {
    return node.isBoolean() && !node.booleanValue();
  }

  private void model(JsonParser json) throws IOException {
    expect(json.currentToken(), JsonToken.START_OBJECT, "model");
    for (String field; (field = json.nextFieldName()) != null; ) {
      JsonToken value = json.nextToken();
      switch (field) {
        case "type" -> modelType = json.getText();
        case "unk_token" -> unknown = value == JsonToken.VALUE_NULL ? null : json.getText();
        case "continuing_subword_prefix" ->
            continuation = value == JsonToken.VALUE_NULL ? "" : json.getText();
        case "max_input_chars_per_word" -> maxWordLength = checked(integer(json), field);
        case "vocab" -> vocabulary(json);
        default -> json.skipChildren();
      }
    }
  }

  /** An object of token to id, or for Unigram an array of [token, score]. */
  private void vocabulary(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() == JsonToken.START_ARRAY) {
        expect(json.nextToken(), JsonToken.VALUE_STRING, "a token of model.vocab");
        add(json.getText(), pieces.size());
        while (json.nextToken() != JsonToken.END_ARRAY) {
          json.skipChildren();
        }
      }
      return;
    }
    expect(json.currentToken(), JsonToken.START_OBJECT, "model.vocab");
    for (String piece; (piece = json.nextFieldName()) != null; ) {
      json.nextToken();
      add(piece, checked(integer(json), piece));
    }
  }

  private void add(String piece, int id) {
    if (pieces.size() == ids.length) {
      ids = Arrays.copyOf(ids, 2 * ids.length);
    }
    ids[pieces.size()] = id;
    pieces.add(piece);
  }

  /** The value, or -1 when it is not a number of 32 bits. */
  private static int integer(JsonParser json) throws IOException {
    boolean fits =
        json.currentToken() == JsonToken.VALUE_NUMBER_INT
            && json.getNumberType() == JsonParser.NumberType.INT;
    return fits ? json.getIntValue() : -1;
  }

  private int checked(int number, String name) throws JsonException {
    if (number < 0) {
      throw new JsonException(label, name + " has no usable number");
    }
    return number;
  }

  private void expect(JsonToken found, JsonToken wanted, String field) throws JsonException {
    if (found != wanted) {
      throw new JsonException(label, field + " must be " + wanted + ", not " + found);
    }
  }
}
