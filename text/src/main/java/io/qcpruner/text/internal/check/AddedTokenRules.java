package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * Added tokens: texts that are matched as a whole. The library puts them into an automaton that
 * stops the process when one of them is empty and confuses equal ones, also after normalisation.
 */
final class AddedTokenRules {

  private static final int MAX_TOKENS = 1 << 14;

  private final String label;
  private final List<String> normalised = new ArrayList<>();

  AddedTokenRules(String label) {
    this.label = label;
  }

  void read(JsonNode tokens) throws JsonException {
    if (!tokens.isArray() || tokens.size() > MAX_TOKENS) {
      throw new JsonException(
          label, "added_tokens must be a list of at most " + MAX_TOKENS + " tokens");
    }
    Set<String> exact = new HashSet<>();
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
        normalised.add(text);
      }
    }
  }

  /** What can be told only when the normalizer is known, too. */
  void check(JsonNode normalizer) throws JsonException {
    Map<String, String> forms = new HashMap<>();
    for (String text : normalised) {
      String form = folded(replaced(text, normalizer));
      String other = forms.putIfAbsent(form, text);
      if (form.isEmpty() || other != null) {
        throw new JsonException(
            label,
            form.isEmpty()
                ? "the added token '" + text + "' is empty once it is normalised"
                : "the added tokens " + other + " and " + text + " could normalise to one");
      }
    }
  }

  /** The text after the replacements of a normalizer that was found right. */
  private String replaced(String text, JsonNode normalizer) throws JsonException {
    switch (normalizer.path("type").asText()) {
      case "Sequence" -> {
        String out = text;
        for (JsonNode part : normalizer.path("normalizers")) {
          out = replaced(out, part);
        }
        return out;
      }
      case "Replace" -> {
        JsonNode pattern = normalizer.path("pattern");
        String content = normalizer.path("content").asText();
        return pattern.has("String")
            ? text.replace(pattern.get("String").textValue(), content)
            : text.replaceAll(pattern.path("Regex").textValue(), Matcher.quoteReplacement(content));
      }
      case "Precompiled" -> {
        if (!text.chars().allMatch(PrecompiledMap::isPlain)) {
          throw new JsonException(
              label, "the added token '" + text + "' is not safe beside a character map");
        }
        return text;
      }
      default -> {
        return text;
      }
    }
  }

  /** What no known normalizer makes more alike: no case, marks, blanks, controls or unassigned. */
  private static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKD)
        .replaceAll("[\\p{M}\\p{C}\\p{Z}\\s\\uFFFD]", "")
        .toLowerCase(Locale.ROOT);
  }
}
