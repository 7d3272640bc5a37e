package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.List;

/** The lists of models and methods. */
public final class ListingJson {
  private ListingJson() {}

  public static String models(ProtocolSettings settings, long created) {
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("object", "list");
    out.putArray("data").add(model(settings, created));
    return out.toString();
  }

  public static String model(ProtocolSettings settings, long created, String id)
      throws RequestException {
    if (!settings.serves(id)) {
      throw new RequestException(
          ErrorCode.MODEL_NOT_FOUND, "model", "This server serves " + settings.model().id() + ".");
    }
    return model(settings, created).toString();
  }

  private static ObjectNode model(ProtocolSettings settings, long created) {
    ModelInfo info = settings.model();
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("id", info.id()).put("object", "model").put("created", created);
    out.put("owned_by", "qcpruner");
    ObjectNode meta = out.putObject("meta");
    meta.put("family", info.family()).put("visual_tokens", info.visualTokens());
    meta.put("max_prompt_tokens", info.maxPromptTokens()).put("checksum", info.checksum());
    meta.put("weights", info.weights());
    meta.put("max_media", Math.min(info.pictures(), settings.rules().maxMedia()));
    meta.put("clips", info.clips()).put("stills", info.note().stills());
    meta.put("single_turn", info.note().singleTurn());
    if (!info.note().about().isEmpty()) {
      meta.put("about", info.note().about());
    }
    if (!info.recommended().isEmpty()) {
      settings(meta.putObject("recommended").putObject("qcpruner"), info.recommended());
    }
    MethodSpec method = settings.rules().method();
    ObjectNode defaults = meta.putObject("default_pruning").put("method", method.name());
    method.budget().ifPresent(budget -> defaults.put("budget", budget.toString()));
    method.settings().texts().forEach(defaults::put);
    return out;
  }

  private static void settings(ObjectNode out, List<String> settings) {
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      out.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
  }

  /** All methods, after the unpruned model. */
  public static ObjectNode methods(List<MethodDescription> methods) {
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("object", "list");
    ArrayNode data = out.putArray("data");
    data.addObject()
        .put("name", MethodSpec.FULL_NAME)
        .put("about", "the full model: nothing is pruned")
        .put("usable", true)
        .put("needs_budget", false)
        .putArray("settings");
    methods.forEach(method -> data.add(method(method)));
    return out;
  }

  /** One of the list. */
  public static ObjectNode method(MethodDescription method) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("name", method.name()).put("about", method.about());
    out.put("usable", method.obstacle().isEmpty()).put("needs_budget", true);
    method.obstacle().ifPresent(reason -> out.put("reason", reason));
    texts(out.putArray("acts"), method.acts());
    texts(out.putArray("needs"), method.needs());
    texts(out.putArray("serves"), method.serves());
    method.source().ifPresent(s -> out.put("paper", s.paper()).put("code", s.code()));
    out.put("example", method.example());
    ArrayNode settings = out.putArray("settings");
    for (Setting<?> setting : method.settings()) {
      String type = type(setting.values());
      ObjectNode one = settings.addObject().put("name", setting.name());
      one.put("type", type).put("values", setting.values()).put("about", setting.help());
      if (setting.defaultValue().isPresent()) {
        one.set("default", value(type, setting.defaultText()));
      }
    }
    return out;
  }

  private static void texts(ArrayNode out, List<String> texts) {
    texts.forEach(out::add);
  }

  private static String type(String values) {
    if (values.startsWith("a whole number")) {
      return "integer";
    }
    if (values.startsWith("a number")) {
      return "number";
    }
    return values.equals("true or false") ? "boolean" : "string";
  }

  private static JsonNode value(String type, String text) {
    return switch (type) {
      case "integer" -> LongNode.valueOf(Long.parseLong(text));
      case "number" -> DoubleNode.valueOf(Double.parseDouble(text));
      case "boolean" -> BooleanNode.valueOf(Boolean.parseBoolean(text));
      default -> TextNode.valueOf(text);
    };
  }
}
