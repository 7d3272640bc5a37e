package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.util.Set;

/**
 * The regular expressions that published tokenizers use. The library stops the process when a
 * search backtracks too often or a replaced match is empty, which can't be told from an expression
 * in general, so others are refused.
 */
final class KnownPatterns {

  private static final int MAX_TEXT = 1000;

  private static final Set<String> KNOWN =
      Set.of(
          // white space: CLIP, and SentencePiece files of T5 and ALBERT
          "\\s+",
          " {2,}",
          // GPT-2 and RoBERTa
          "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
          // CLIP
          "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
          // Qwen2
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
          // Llama 3
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");

  private KnownPatterns() {}

  /** Refuses a pattern that is neither a plain text nor one of the known expressions. */
  static void check(JsonNode pattern, String label, String where) throws JsonException {
    boolean plain = pattern.has("String");
    JsonNode text = plain ? pattern.get("String") : pattern.path("Regex");
    if (pattern.size() != 1 || !text.isTextual() || text.textValue().isEmpty()) {
      throw new JsonException(
          label, where + ".pattern must be a String or Regex that is not empty");
    }
    if (plain ? text.textValue().length() > MAX_TEXT : !KNOWN.contains(text.textValue())) {
      throw new JsonException(
          label,
          where
              + (plain
                  ? ".pattern is longer than " + MAX_TEXT + " characters"
                  : ".pattern is an unknown regular expression, which could end the process"));
    }
  }
}
