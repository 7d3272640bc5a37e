package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.TokenChance;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The {@code logprobs} of a choice. */
final class LogprobsJson {
  /** OpenAI's value for what is less likely than a double can say. */
  private static final double LOWEST = -9999;

  private LogprobsJson() {}

  /** Puts the object, or null for a request that asked for none. */
  static void put(ObjectNode choice, ChatRequest request, List<TokenChance> chances) {
    if (request.generation().logits().logprobs() < 0) {
      choice.putNull("logprobs");
      return;
    }
    ObjectNode logprobs = choice.putObject("logprobs");
    ArrayNode content = logprobs.putArray("content");
    for (TokenChance chance : chances) {
      ArrayNode top = JsonNodeFactory.instance.arrayNode();
      chance.top().forEach(other -> top.add(token(other)));
      content.add(token(chance).set("top_logprobs", top));
    }
    logprobs.putNull("refusal");
  }

  private static ObjectNode token(TokenChance chance) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("token", new String(chance.bytes(), StandardCharsets.UTF_8));
    out.put("logprob", Math.max(LOWEST, chance.logprob()));
    ArrayNode bytes = out.putArray("bytes");
    for (byte b : chance.bytes()) {
      bytes.add(b & 0xFF);
    }
    return out;
  }
}
