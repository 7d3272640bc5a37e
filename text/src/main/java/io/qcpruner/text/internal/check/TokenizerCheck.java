package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;

/**
 * Checks a {@code tokenizer.json} against lists of known normalizers, pre-tokenizers, models,
 * post-processors and decoders, and their payloads, in one pass without building a tree of the
 * vocabulary.
 */
final class TokenizerCheck {

  private final String label;
  private final AddedTokenRules added;
  private final ModelRules model;

  private TokenizerCheck(String label) {
    this.label = label;
    this.added = new AddedTokenRules(label);
    this.model = new ModelRules(label);
  }

  /**
   * Refuses a file that is not safe to hand to the native library.
   *
   * @param label how messages call the file
   */
  public static void check(byte[] json, String label) throws IOException {
    // names may come once: of two, this check and the library could read different ones
    JsonReader.UNIQUE.stream(json, label, new TokenizerCheck(label)::root);
  }

  private Void root(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new JsonException(label, "is not a JSON object");
    }
    boolean hasModel = false;
    JsonNode normalizer = NullNode.instance;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "normalizer" -> {
          normalizer = tree(json);
          ComponentRules.NORMALIZER.check(normalizer, label);
        }
        case "pre_tokenizer" -> ComponentRules.PRE_TOKENIZER.check(tree(json), label);
        case "post_processor" -> ComponentRules.POST_PROCESSOR.check(tree(json), label);
        case "decoder" -> ComponentRules.DECODER.check(tree(json), label);
        case "added_tokens" -> added.read(tree(json));
        case "truncation" -> truncation(tree(json));
        case "padding" -> padding(tree(json));
        case "model" -> {
          model.read(json);
          hasModel = true;
        }
        default -> json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw new JsonException(label, "has text after its end");
    }
    if (!hasModel) {
      throw new JsonException(label, "model is missing");
    }
    added.check(normalizer);
    model.check();
    return null;
  }

  private static JsonNode tree(JsonParser json) throws IOException {
    return json.readValueAsTree();
  }

  /** The library stops when windows would not move forward. */
  private void truncation(JsonNode truncation) throws JsonException {
    if (truncation.isNull()) {
      return;
    }
    long length = truncation.path("max_length").asLong(-1);
    long stride = truncation.path("stride").asLong(0);
    if (length < 1 || stride < 0 || stride >= length) {
      throw new JsonException(
          label, "truncation needs 0 <= stride < max_length, not " + stride + " and " + length);
    }
  }

  private void padding(JsonNode padding) throws JsonException {
    JsonNode multiple = padding.path("pad_to_multiple_of");
    JsonNode fixed = padding.path("strategy").path("Fixed");
    boolean zero = !multiple.isMissingNode() && !multiple.isNull() && multiple.asLong(0) < 1;
    if (zero || fixed.asLong(0) > 1 << 20) {
      throw new JsonException(label, "padding to " + (zero ? multiple : fixed) + " can't be right");
    }
  }
}
