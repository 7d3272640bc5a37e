package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.model.generate.LogitRules;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.text.internal.grammar.Grammar;
import io.qcpruner.text.internal.grammar.SchemaException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Penalties, bias, log probabilities and the form of the answer. */
final class LogitRulesParser {
  private static final int MAX_BIASES = 1024;
  private static final int MAX_TOP = 20;

  private LogitRulesParser() {}

  static LogitRules parse(JsonFields fields) throws RequestException {
    LogitRules rules =
        new LogitRules(
            fields.real("frequency_penalty", -2, 2).orElse(0),
            fields.real("presence_penalty", -2, 2).orElse(0),
            bias(fields),
            logprobs(fields),
            Optional.empty());
    Optional<Grammar> grammar = grammar(fields);
    return grammar.isPresent() ? rules.with(grammar.get()) : rules;
  }

  private static Map<Integer, Double> bias(JsonFields fields) throws RequestException {
    Optional<JsonFields> given = fields.object("logit_bias");
    Map<Integer, Double> out = new HashMap<>();
    if (given.isEmpty()) {
      return out;
    }
    if (given.get().node().size() > MAX_BIASES) {
      throw fields.mistake("logit_bias", "an object of at most " + MAX_BIASES + " tokens");
    }
    for (var names = given.get().node().fieldNames(); names.hasNext(); ) {
      String id = names.next();
      if (!id.matches("[0-9]{1,7}")) {
        throw fields.mistake("logit_bias", "an object of token ids and numbers");
      }
      out.put(Integer.parseInt(id), given.get().real(id, -100, 100).orElse(0));
    }
    return out;
  }

  private static int logprobs(JsonFields fields) throws RequestException {
    boolean wanted = fields.flag("logprobs", false);
    int top = (int) fields.whole("top_logprobs", 0, MAX_TOP).orElse(0);
    if (!wanted && top > 0) {
      throw fields.mistake("top_logprobs", "left out when logprobs is not true");
    }
    return wanted ? top : -1;
  }

  private static Optional<Grammar> grammar(JsonFields fields) throws RequestException {
    Optional<JsonFields> format = fields.object("response_format");
    if (format.isEmpty()) {
      return Optional.empty();
    }
    String type = format.get().text("type").orElse("");
    return switch (type) {
      case "text" -> Optional.empty();
      case "json_object" -> Optional.of(Grammar.jsonObject());
      case "json_schema" -> Optional.of(ofSchema(format.get()));
      default -> throw format.get().mistake("type", "text, json_object or json_schema");
    };
  }

  private static Grammar ofSchema(JsonFields format) throws RequestException {
    JsonFields named =
        format
            .object("json_schema")
            .orElseThrow(() -> format.mistake("json_schema", "an object with a schema"));
    JsonNode schema =
        named.any("schema").orElseThrow(() -> named.mistake("schema", "a JSON schema"));
    try {
      return Grammar.ofSchema(schema);
    } catch (SchemaException e) {
      throw new RequestException(
          ErrorCode.INVALID_VALUE,
          named.path("schema"),
          "response_format can't be kept: " + e.getMessage() + ".");
    }
  }
}
