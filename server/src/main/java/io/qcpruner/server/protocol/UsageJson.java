package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;

/** Token counts as OpenAI's schema has them; the prompt is counted before pruning. */
final class UsageJson {
  private UsageJson() {}

  static ObjectNode of(ChatAnswer answer) {
    ObjectNode out = ReplyHead.JSON.createObjectNode();
    out.put("prompt_tokens", answer.promptTokens());
    out.put("completion_tokens", answer.completionTokens());
    out.put("total_tokens", answer.promptTokens() + answer.completionTokens());
    out.putObject("prompt_tokens_details")
        .put("cached_tokens", answer.cachedTokens())
        .put("text_tokens", answer.promptTokens() - answer.imageTokens())
        .put("image_tokens", answer.imageTokens())
        .put("audio_tokens", 0);
    out.putObject("completion_tokens_details").put("reasoning_tokens", 0).put("audio_tokens", 0);
    return out;
  }
}
