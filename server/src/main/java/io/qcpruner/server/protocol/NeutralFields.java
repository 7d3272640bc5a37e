package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** JsonFields of OpenAI's protocol that would change the answer but are not served. */
final class NeutralFields {

  private static final Map<String, Predicate<JsonNode>> NEUTRAL =
      Map.ofEntries(
          Map.entry("tools", NeutralFields::empty),
          Map.entry("functions", NeutralFields::empty),
          Map.entry("tool_choice", v -> is(v, "none") || is(v, "auto")),
          Map.entry("function_call", v -> is(v, "none") || is(v, "auto")),
          Map.entry("audio", v -> false),
          Map.entry("modalities", v -> v.isArray() && v.size() == 1 && is(v.get(0), "text")),
          Map.entry("prediction", v -> false),
          Map.entry("web_search_options", v -> false),
          Map.entry("store", v -> v.isBoolean() && !v.booleanValue()),
          Map.entry("reasoning_effort", v -> is(v, "none")));

  private static final Set<String> TOOLS =
      Set.of("tools", "functions", "tool_choice", "function_call");

  private NeutralFields() {}

  static Set<String> names() {
    return NEUTRAL.keySet();
  }

  /** Refuses any of them that is set to more than its neutral value. */
  static void check(JsonFields fields) throws RequestException {
    for (Map.Entry<String, Predicate<JsonNode>> entry : NEUTRAL.entrySet()) {
      String name = entry.getKey();
      if (fields.any(name).filter(entry.getValue().negate()).isPresent()) {
        throw new RequestException(
            ErrorCode.UNSUPPORTED_PARAMETER,
            name,
            TOOLS.contains(name)
                ? name
                    + ": tools are not supported, because the models served here were not trained to"
                    + " call functions; describe the answer that you want with response_format."
                : name + " is not supported with this value; leave it out.");
      }
    }
  }

  private static boolean empty(JsonNode value) {
    return value.isContainerNode() && value.isEmpty();
  }

  private static boolean is(JsonNode value, String text) {
    return value.isTextual() && value.textValue().equals(text);
  }
}
