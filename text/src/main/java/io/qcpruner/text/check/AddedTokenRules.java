package io.qcpruner.text.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Added tokens: texts that are matched as a whole. The library puts them into an automaton that
 * stops the process when two of them are equal or one is empty, also after normalisation.
 */
final class AddedTokenRules {

  private static final int MAX_TOKENS = 1 << 20;

  private final String label;

  AddedTokenRules(String label) {
    this.label = label;
  }

  void check(JsonNode tokens) throws JsonException {
    if (!tokens.isArray() || tokens.size() > MAX_TOKENS) {
      throw new JsonException(label, "added_tokens must be a list");
    }
    Set<String> exact = new HashSet<>();
    Map<String, String> folded = new HashMap<>();
    for (int i = 0; i < tokens.size(); i++) {
      JsonNode content = tokens.get(i).path("content");
      if (!content.isTextual() || content.textValue().isEmpty()) {
        throw new JsonException(label, "added_tokens[" + i + "].content is missing or empty");
      }
      String text = content.textValue();
      if (!exact.add(text)) {
        throw new JsonException(label, "the added token " + text + " comes twice");
      }
      if (tokens.get(i).path("normalized").asBoolean(true)) {
        String form = folded(text);
        String other = folded.putIfAbsent(form, text);
        if (form.isEmpty() || other != null) {
          throw new JsonException(
              label,
              form.isEmpty()
                  ? "added_tokens[" + i + "].content is empty once it is normalised"
                  : "the added tokens " + other + " and " + text + " could normalise to one");
        }
      }
    }
  }

  /** What no known normalizer makes more alike: no case, marks, blanks or controls. */
  private static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKD)
        .replaceAll("[\\p{M}\\p{Cc}\\p{Cf}\\p{Z}\\s]", "")
        .toLowerCase(Locale.ROOT);
  }
}
