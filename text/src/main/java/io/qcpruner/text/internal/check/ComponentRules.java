package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.util.Set;

/** The known types of one stage of a tokenizer; a {@code Sequence} may nest them. */
enum ComponentRules {
  NORMALIZER(
      "normalizer",
      "normalizers",
      Set.of(
          "NFC",
          "NFD",
          "NFKC",
          "NFKD",
          "Nmt",
          "BertNormalizer",
          "Lowercase",
          "Strip",
          "StripAccents",
          "Prepend",
          "Replace",
          "ByteLevel",
          "Precompiled")),
  PRE_TOKENIZER(
      "pre_tokenizer",
      "pretokenizers",
      Set.of(
          "BertPreTokenizer",
          "ByteLevel",
          "CharDelimiterSplit",
          "Digits",
          "Metaspace",
          "Punctuation",
          "Split",
          "UnicodeScripts",
          "Whitespace",
          "WhitespaceSplit")),
  POST_PROCESSOR(
      "post_processor",
      "processors",
      Set.of("BertProcessing", "ByteLevel", "RobertaProcessing", "TemplateProcessing")),
  DECODER(
      "decoder",
      "decoders",
      Set.of(
          "BPEDecoder",
          "ByteFallback",
          "ByteLevel",
          "CTC",
          "Fuse",
          "Metaspace",
          "Replace",
          "Strip",
          "WordPiece"));

  private static final int MAX_DEPTH = 4;
  private static final int MAX_PARTS = 64;

  private final String field;
  private final String parts;
  private final Set<String> known;

  ComponentRules(String field, String parts, Set<String> known) {
    this.field = field;
    this.parts = parts;
    this.known = known;
  }

  void check(JsonNode component, String label) throws JsonException {
    if (!component.isNull()) {
      check(component, label, field, 0);
    }
  }

  private void check(JsonNode component, String label, String where, int depth)
      throws JsonException {
    JsonNode type = component.path("type");
    if (!component.isObject() || !type.isTextual()) {
      throw new JsonException(label, where + " must be an object with a type");
    }
    if (type.textValue().equals("Sequence")) {
      JsonNode list = component.path(parts);
      if (!list.isArray() || list.size() > MAX_PARTS || depth == MAX_DEPTH) {
        throw new JsonException(label, where + "." + parts + " must be a short list");
      }
      for (int i = 0; i < list.size(); i++) {
        check(list.get(i), label, where + "." + parts + "[" + i + "]", depth + 1);
      }
      return;
    }
    if (!known.contains(type.textValue())) {
      throw new JsonException(label, where + " has the unknown type " + type);
    }
    switch (type.textValue()) {
      case "Replace", "Split" -> KnownPatterns.check(component.path("pattern"), label, where);
      case "Precompiled" ->
          PrecompiledMap.check(component.path("precompiled_charsmap"), label, where);
      case "TemplateProcessing" -> template(component.path("single"), label, where + ".single");
      case "Prepend" -> {
        // the library adds it in front of the first character, and stops without one
        if (component.path("prepend").asText("").isEmpty()) {
          throw new JsonException(label, where + ".prepend must be a text that is not empty");
        }
      }
      default -> {}
    }
  }

  /** The library reads past the end when a template of one text asks for a second one. */
  private static void template(JsonNode pieces, String label, String where) throws JsonException {
    int texts = 0;
    for (JsonNode piece : pieces) {
      JsonNode id = piece.path("Sequence").path("id");
      if (!id.isMissingNode()) {
        texts += id.asText().equals("A") ? 1 : 2;
      }
    }
    if (!pieces.isArray() || pieces.size() > MAX_PARTS || texts != 1) {
      throw new JsonException(label, where + " must hold the sequence A once and no other");
    }
  }
}
