package io.qcpruner.text.internal.keyword;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The switches of a BERT normaliser.
 *
 * @param cleanText drop control characters, make white space plain
 * @param splitHan put blanks around Han ideographs
 * @param stripAccents decompose and drop marks
 * @param lowerCase lower-case code point by code point
 */
record BertRules(boolean cleanText, boolean splitHan, boolean stripAccents, boolean lowerCase) {

  /** The rules of a normaliser as a file describes it; null when it is of another kind. */
  static BertRules of(JsonNode normalizer) {
    if (!normalizer.path("type").asText().equals("BertNormalizer")) {
      return null;
    }
    boolean lower = normalizer.path("lowercase").asBoolean(true);
    return new BertRules(
        normalizer.path("clean_text").asBoolean(true),
        normalizer.path("handle_chinese_chars").asBoolean(true),
        normalizer.path("strip_accents").asBoolean(lower),
        lower);
  }
}
