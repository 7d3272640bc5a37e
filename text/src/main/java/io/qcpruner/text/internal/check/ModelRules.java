package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.qcpruner.json.JsonException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The model of a tokenizer: its type, its vocabulary, and a token for what it does not know. */
final class ModelRules {

  private static final Set<String> KNOWN = Set.of("BPE", "WordPiece", "WordLevel", "Unigram");
  private static final int MAX_TOKENS = 10_000_000;

  private final String label;
  private final Set<String> tokens = new HashSet<>();
  private String type;
  private String unknown;
  private long unknownId = -1;
  private boolean merges;
  private boolean scores;
  private String prefix = "";

  ModelRules(String label) {
    this.label = label;
  }

  void read(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new JsonException(label, "model must be an object");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "type" -> type = text(json, field);
        case "unk_token" -> unknown = value == JsonToken.VALUE_NULL ? null : text(json, field);
        case "continuing_subword_prefix" ->
            prefix = value == JsonToken.VALUE_NULL ? "" : text(json, field);
        case "unk_id" -> unknownId = value == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : -1;
        case "dropout" -> {
          if (value != JsonToken.VALUE_NULL && json.getValueAsDouble(1) != 0) {
            throw new JsonException(label, "model.dropout makes tokens random");
          }
        }
        case "merges" -> {
          merges = true;
          json.skipChildren();
        }
        case "vocab" -> vocabulary(json);
        default -> json.skipChildren();
      }
    }
  }

  private void vocabulary(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      scores = true;
      while (json.nextToken() != JsonToken.END_ARRAY) {
        scored(json);
      }
      return;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new JsonException(label, "model.vocab must be an object or a list");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String token = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_NUMBER_INT
          || json.getLongValue() < 0
          || json.getLongValue() > MAX_TOKENS) {
        throw new JsonException(label, "model.vocab: " + token + " has no usable id");
      }
      tokens.add(token);
    }
  }

  /** A token of a Unigram model: {@code [text, score]}. */
  private void scored(JsonParser json) throws IOException {
    boolean right =
        json.currentToken() == JsonToken.START_ARRAY
            && json.nextToken() == JsonToken.VALUE_STRING
            && tokens.add(tokens.size() + " " + json.getText())
            && json.nextToken().isNumeric()
            && Double.isFinite(json.getDoubleValue())
            && json.nextToken() == JsonToken.END_ARRAY;
    if (!right || tokens.size() > MAX_TOKENS) {
      throw new JsonException(label, "model.vocab[" + tokens.size() + "] is no [text, score]");
    }
  }

  private String text(JsonParser json, String field) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new JsonException(label, "model." + field + " must be a text");
    }
    return json.getText();
  }

  /** What can be told only when the whole model was read. */
  void check() throws JsonException {
    String known = type == null && merges ? "BPE" : type;
    if (known == null || !KNOWN.contains(known)) {
      throw new JsonException(label, "model has the unknown type " + type);
    }
    if (tokens.isEmpty() || scores != known.equals("Unigram")) {
      throw new JsonException(label, "the vocabulary of a " + known + " model is missing");
    }
    switch (known) {
      case "Unigram" -> {
        if (unknownId < 0 || unknownId >= tokens.size()) {
          throw new JsonException(
              label, "model.unk_id " + unknownId + " is none of " + tokens.size() + " tokens");
        }
      }
      case "BPE" -> {
        if (!prefix.isEmpty()) {
          throw new JsonException(label, "model.continuing_subword_prefix must be empty for BPE");
        }
        if (unknown != null) {
          requireUnknown();
        }
      }
      default -> requireUnknown();
    }
  }

  private void requireUnknown() throws JsonException {
    if (unknown == null || !tokens.contains(unknown)) {
      throw new JsonException(
          label,
          unknown == null
              ? "model.unk_token is missing"
              : "the unknown token " + unknown + " is not in the vocabulary");
    }
  }
}
