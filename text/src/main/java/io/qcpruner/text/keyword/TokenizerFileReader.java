package io.qcpruner.text.keyword;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code tokenizer.json} in one pass. A vocabulary has tens of thousands of names, so no tree
 * is built and names are not interned; both would cost more than everything else at start.
 */
final class TokenizerFileReader {

  private static final int DEFAULT_MAX_WORD = 100;

  private final String label;
  private final List<String> names = new ArrayList<>(1 << 15);
  private int[] ids = new int[1 << 15];
  private final List<AddedToken> added = new ArrayList<>();
  private BertRules bert;
  private boolean bertWords;
  private String modelType = "";
  private String unknown;
  private String continuation = "##";
  private int maxWord = DEFAULT_MAX_WORD;

  private TokenizerFileReader(String label) {
    this.label = label;
  }

  /**
   * @param label how messages call the file
   */
  static TokenizerFile read(byte[] json, String label) throws IOException {
    try {
      return JsonReader.MANY_NAMES.stream(json, label, new TokenizerFileReader(label)::file);
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
  }

  private TokenizerFile file(JsonParser json) throws IOException {
    expect(json.nextToken(), JsonToken.START_OBJECT, "the file");
    for (String field; (field = json.nextFieldName()) != null; ) {
      json.nextToken();
      switch (field) {
        case "added_tokens" -> addedTokens(json);
        case "normalizer" -> normalizer(json);
        case "pre_tokenizer" -> bertWords = "BertPreTokenizer".equals(type(json));
        case "model" -> model(json);
        default -> json.skipChildren();
      }
    }
    return new TokenizerFile(
        modelType,
        tokensById(),
        List.copyOf(added),
        unknownId(),
        continuation,
        maxWord,
        bertWords ? bert : null);
  }

  private void addedTokens(JsonParser json) throws IOException {
    expect(json.currentToken(), JsonToken.START_ARRAY, "added_tokens");
    while (json.nextToken() == JsonToken.START_OBJECT) {
      int id = -1;
      String content = null;
      boolean literal = true;
      for (String field; (field = json.nextFieldName()) != null; ) {
        JsonToken value = json.nextToken();
        switch (field) {
          case "id" -> id = integer(json, field);
          case "content" -> content = json.getText();
          case "single_word", "lstrip", "rstrip", "normalized" ->
              literal &= value == JsonToken.VALUE_FALSE;
          default -> json.skipChildren();
        }
      }
      if (id < 0 || content == null || content.isEmpty()) {
        throw new WeightsException(
            "%s: added token %s has the id %d".formatted(label, content, id));
      }
      added.add(new AddedToken(id, content, literal));
    }
  }

  private void normalizer(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      return; // null
    }
    String type = "";
    boolean clean = true;
    boolean han = true;
    boolean lower = true;
    Boolean strip = null;
    for (String field; (field = json.nextFieldName()) != null; ) {
      JsonToken value = json.nextToken();
      switch (field) {
        case "type" -> type = json.getText();
        case "clean_text" -> clean = value == JsonToken.VALUE_TRUE;
        case "handle_chinese_chars" -> han = value == JsonToken.VALUE_TRUE;
        case "lowercase" -> lower = value == JsonToken.VALUE_TRUE;
        case "strip_accents" ->
            strip = value == JsonToken.VALUE_NULL ? null : value == JsonToken.VALUE_TRUE;
        default -> json.skipChildren();
      }
    }
    if (type.equals("BertNormalizer")) {
      bert = new BertRules(clean, han, strip == null ? lower : strip, lower);
    }
  }

  private static String type(JsonParser json) throws IOException {
    String type = null;
    if (json.currentToken() == JsonToken.START_OBJECT) {
      for (String field; (field = json.nextFieldName()) != null; ) {
        json.nextToken();
        if (field.equals("type")) {
          type = json.getText();
        } else {
          json.skipChildren();
        }
      }
    }
    return type;
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
        case "max_input_chars_per_word" -> maxWord = integer(json, field);
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
        add(json.getText(), names.size());
        while (json.nextToken() != JsonToken.END_ARRAY) {
          json.skipChildren();
        }
      }
      return;
    }
    expect(json.currentToken(), JsonToken.START_OBJECT, "model.vocab");
    for (String token; (token = json.nextFieldName()) != null; ) {
      json.nextToken();
      add(token, integer(json, "model.vocab"));
    }
  }

  private void add(String token, int id) {
    if (names.size() == ids.length) {
      ids = java.util.Arrays.copyOf(ids, 2 * ids.length);
    }
    ids[names.size()] = id;
    names.add(token);
  }

  private String[] tokensById() throws WeightsException {
    int size = names.size();
    for (AddedToken token : added) {
      size = Math.max(size, token.id() + 1); // checked below: ids have no gaps
    }
    if (size > names.size() + added.size()) {
      throw new WeightsException(
          "%s: token ids go up to %d, but there are %d tokens"
              .formatted(label, size - 1, names.size() + added.size()));
    }
    if (size == 0) {
      throw new WeightsException(label + ": the vocabulary is empty");
    }
    String[] tokens = new String[size];
    for (int i = 0; i < names.size(); i++) {
      place(tokens, ids[i], names.get(i));
    }
    for (AddedToken token : added) {
      place(tokens, token.id(), token.content());
    }
    for (int id = 0; id < size; id++) {
      if (tokens[id] == null) {
        throw new WeightsException("%s: no token has the id %d".formatted(label, id));
      }
    }
    return tokens;
  }

  private void place(String[] tokens, int id, String token) throws WeightsException {
    if (id < 0 || id >= tokens.length) {
      throw new WeightsException(
          "%s: token %s has the id %d of %d tokens".formatted(label, token, id, tokens.length));
    }
    if (tokens[id] != null && !tokens[id].equals(token)) {
      throw new WeightsException(
          "%s: tokens %s and %s share the id %d".formatted(label, tokens[id], token, id));
    }
    tokens[id] = token;
  }

  private int unknownId() throws WeightsException {
    if (unknown == null) {
      if (modelType.equals("WordPiece")) {
        throw new WeightsException(label + ": model.unk_token is missing");
      }
      return -1;
    }
    int at = names.indexOf(unknown);
    if (at < 0) {
      throw new WeightsException(
          "%s: the unknown token %s is not in the vocabulary".formatted(label, unknown));
    }
    return ids[at];
  }

  private int integer(JsonParser json, String field) throws IOException {
    expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT, field);
    return json.getIntValue();
  }

  private void expect(JsonToken found, JsonToken wanted, String field) throws WeightsException {
    if (found != wanted) {
      throw new WeightsException(
          "%s: %s must be %s, not %s".formatted(label, field, wanted, found));
    }
  }
}
