package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.LanguageChoice;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The {@code pruning} object: method, budget, anchors, and the method's own settings. */
final class PruningParser {
  private static final Set<String> OWN = Set.of("method", "budget", "anchors", "explain");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,40}");

  /** A budget alone asks for this method, as on the command line. */
  private static final String BUDGET_ALONE = "qcpruner";

  private static final int MOST_KEYWORDS = 32;
  private static final int LONGEST_VALUE = 64;

  private final PruningChoice defaults;

  PruningParser(PruningChoice defaults) {
    this.defaults = defaults;
  }

  PruningChoice parse(JsonFields root) throws RequestException {
    Optional<JsonFields> object = root.withMistake(ErrorCode.INVALID_PRUNING).object("pruning");
    if (object.isEmpty()) {
      return defaults;
    }
    JsonFields fields = object.get();
    Optional<String> named = fields.text("method");
    Optional<String> given = budget(fields);
    String method = named.map(PruningParser::method).orElse(defaults.method());
    if (named.isEmpty() && given.isPresent() && defaults.isOff()) {
      method = BUDGET_ALONE;
    }
    String budget = given.orElse(defaults.budget());
    List<String> settings = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : fields.node().properties()) {
      if (!OWN.contains(entry.getKey()) && !entry.getValue().isNull()) {
        settings.add(setting(fields, entry.getKey(), entry.getValue()));
      }
    }
    if (method.equals(defaults.method())) {
      addDefaults(settings);
    }
    if (method.equals(PruningChoice.NONE) && !settings.isEmpty()) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING,
          "pruning." + name(settings.get(0)),
          "The full model has no setting; name a method.");
    }
    return new PruningChoice(method, budget, settings, anchors(fields), explain(fields));
  }

  private static String method(String text) {
    return text.equals("full") ? PruningChoice.NONE : text;
  }

  private static String name(String setting) {
    return setting.substring(0, setting.indexOf('='));
  }

  private void addDefaults(List<String> settings) {
    for (String setting : defaults.settings()) {
      if (settings.stream().noneMatch(s -> name(s).equals(name(setting)))) {
        settings.add(setting);
      }
    }
  }

  private static Optional<String> budget(JsonFields fields) throws RequestException {
    Optional<JsonNode> value = fields.any("budget");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonNode node = value.get();
    if (node.isTextual() && node.textValue().length() <= LONGEST_VALUE) {
      return Optional.of(node.textValue());
    }
    if (node.isIntegralNumber()) {
      return Optional.of(node.asText());
    }
    if (node.isNumber() && node.doubleValue() > 0 && node.doubleValue() < 1) {
      return Optional.of(node.decimalValue().toPlainString());
    }
    throw fields.mistake(
        "budget", "a number of tokens, a share below 1, or one of \"25%\", \"32/frame\", \"auto\"");
  }

  private static String setting(JsonFields fields, String key, JsonNode value)
      throws RequestException {
    String name = key.replace('_', '-');
    if (!NAME.matcher(key).matches()) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING, "pruning", "A setting's name is made of a-z, 0-9, - and _.");
    }
    boolean scalar = value.isTextual() || value.isBoolean() || value.isNumber();
    // a comma would end this setting and begin another
    if (!scalar || value.asText().length() > LONGEST_VALUE || value.asText().contains(",")) {
      throw fields.mistake(key, "a number, a boolean, or a string without a comma");
    }
    return name + "=" + value.asText();
  }

  private AnchorSettings anchors(JsonFields fields) throws RequestException {
    Optional<JsonFields> given = fields.object("anchors");
    AnchorSettings base = defaults.anchors();
    if (given.isEmpty()) {
      return base;
    }
    JsonFields anchors = given.get();
    Set<String> known = Set.of("keywords", "strip_task_suffix", "language", "full_prompt");
    for (Map.Entry<String, JsonNode> entry : anchors.node().properties()) {
      if (!known.contains(entry.getKey())) {
        throw new RequestException(
            ErrorCode.INVALID_PRUNING,
            "pruning.anchors",
            "pruning.anchors has keywords, strip_task_suffix, language and full_prompt only.");
      }
    }
    return new AnchorSettings(
        (int) anchors.whole("keywords", 1, MOST_KEYWORDS).orElse(base.keywords()),
        anchors.flag("strip_task_suffix", base.stripTaskPhrases()),
        base.mode(),
        base.scope(),
        language(anchors, base),
        anchors.flag("full_prompt", base.fullPrompt()));
  }

  private static LanguageChoice language(JsonFields anchors, AnchorSettings base)
      throws RequestException {
    Optional<String> text = anchors.text("language");
    if (text.isEmpty()) {
      return base.language();
    }
    try {
      return LanguageChoice.parse(text.get());
    } catch (IllegalArgumentException e) {
      throw anchors.mistake("language", "auto, en, zh, de, fr, es, it, pt, nl or ru");
    }
  }

  private ExplainLevel explain(JsonFields fields) throws RequestException {
    Optional<String> text = fields.text("explain");
    if (text.isEmpty()) {
      return defaults.explain();
    }
    return Arrays.stream(ExplainLevel.values())
        .filter(level -> level.wire().equals(text.get()))
        .findFirst()
        .orElseThrow(() -> fields.mistake("explain", "none, kept or full"));
  }
}
