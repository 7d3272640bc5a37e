package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.UnsupportedMethodException;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code pruning} object: the parts of a {@link MethodSpec} as fields, and how much the reply
 * explains.
 *
 * @param method with its settings and its budget
 */
record PruningParser(MethodSpec method, ExplainLevel explain) {
  private static final Set<String> OWN = Set.of("method", "budget", "explain");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,40}");

  /** A budget alone asks for this method, as on the command line. */
  private static final String BUDGET_ALONE = "qcpruner";

  private static final int LONGEST_VALUE = 64;

  /**
   * @param defaults for a request that says nothing; a request that names the same method may leave
   *     out its budget and settings
   */
  static PruningParser of(JsonFields root, MethodSpec defaults) throws RequestException {
    Optional<JsonFields> object = root.withMistake(ErrorCode.INVALID_PRUNING).object("pruning");
    if (object.isEmpty()) {
      return new PruningParser(defaults, ExplainLevel.NONE);
    }
    JsonFields fields = object.get();
    return new PruningParser(method(fields, defaults), explain(fields));
  }

  private static MethodSpec method(JsonFields fields, MethodSpec defaults) throws RequestException {
    Optional<String> named = fields.text("method");
    Optional<Budget> budget = budget(fields);
    String name = named.orElse(defaults.name());
    if (named.isEmpty() && budget.isPresent() && defaults.isFull()) {
      name = BUDGET_ALONE;
    }
    Settings settings = Settings.NONE;
    for (Map.Entry<String, JsonNode> entry : fields.node().properties()) {
      if (!OWN.contains(entry.getKey()) && !entry.getValue().isNull()) {
        settings = with(settings, fields, entry.getKey(), entry.getValue());
      }
    }
    if (name.equals(MethodSpec.FULL_NAME)) {
      return full(settings);
    }
    if (name.equals(defaults.name())) {
      settings = settings.orElse(defaults.settings());
    }
    return resolved(name, settings, budget.or(defaults::budget));
  }

  private static MethodSpec full(Settings settings) throws RequestException {
    if (!settings.isEmpty()) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING,
          "pruning." + settings.names().iterator().next(),
          "The full model has no setting; name a method.");
    }
    return MethodSpec.FULL;
  }

  private static MethodSpec resolved(String name, Settings settings, Optional<Budget> budget)
      throws RequestException {
    try {
      Methods.named(name);
      MethodSpec spec = Methods.resolve(new MethodSpec(name, settings, budget));
      if (spec.budget().isEmpty()) {
        throw new RequestException(
            ErrorCode.INVALID_PRUNING,
            "pruning.budget",
            "Method " + name + " needs a budget, such as 64 or 0.25.");
      }
      return spec;
    } catch (UnsupportedMethodException e) {
      throw new RequestException(ErrorCode.UNSUPPORTED_METHOD, "pruning.method", e.getMessage());
    } catch (PruningRefusedException e) {
      throw new RequestException(ErrorCode.INVALID_PRUNING, "pruning", e.getMessage());
    }
  }

  private static Optional<Budget> budget(JsonFields fields) throws RequestException {
    Optional<JsonNode> value = fields.any("budget");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonNode node = value.get();
    String text = "";
    if (node.isTextual() && node.textValue().length() <= LONGEST_VALUE) {
      text = node.textValue();
    } else if (node.isIntegralNumber()) {
      text = node.asText();
    } else if (node.isNumber() && node.doubleValue() > 0 && node.doubleValue() < 1) {
      text = node.decimalValue().toPlainString();
    }
    if (!text.isEmpty()) {
      try {
        return Optional.of(Budgets.parse(text));
      } catch (PruningRefusedException e) {
        throw new RequestException(
            ErrorCode.INVALID_PRUNING, fields.path("budget"), e.getMessage());
      }
    }
    throw fields.mistake(
        "budget", "a number of tokens, a share below 1, or one of \"25%\", \"32/frame\", \"auto\"");
  }

  private static Settings with(Settings settings, JsonFields fields, String key, JsonNode value)
      throws RequestException {
    if (!NAME.matcher(key).matches()) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING, "pruning", "A setting's name is made of a-z, 0-9, - and _.");
    }
    boolean scalar = value.isTextual() || value.isBoolean() || value.isNumber();
    if (!scalar || value.asText().length() > LONGEST_VALUE) {
      throw fields.mistake(key, "a number, a boolean, or a string of up to 64 characters");
    }
    try {
      return settings.with(key.replace('_', '-'), value.asText());
    } catch (PruningRefusedException e) {
      throw fields.mistake(key, "a number, a boolean, or a string of letters, digits and . _ + -");
    }
  }

  private static ExplainLevel explain(JsonFields fields) throws RequestException {
    Optional<String> text = fields.text("explain");
    if (text.isEmpty()) {
      return ExplainLevel.NONE;
    }
    return Arrays.stream(ExplainLevel.values())
        .filter(level -> level.wire().equals(text.get()))
        .findFirst()
        .orElseThrow(() -> fields.mistake("explain", "none, kept, full or keywords"));
  }
}
