package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.PromptCounts;

/** Token counts as OpenAI's schema has them; the prompt is counted before pruning. */
public final class UsageJson {
  private UsageJson() {}

  /**
   * @param completionTokens generated tokens
   * @param cachedTokens rows of the prompt that an earlier question left ready
   */
  public static ObjectNode of(PromptCounts counts, int completionTokens, int cachedTokens) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("prompt_tokens", counts.promptTokens());
    out.put("completion_tokens", completionTokens);
    out.put("total_tokens", counts.promptTokens() + completionTokens);
    out.putObject("prompt_tokens_details")
        .put("cached_tokens", cachedTokens)
        .put("text_tokens", counts.promptTokens() - counts.visualTokens())
        .put("image_tokens", counts.visualTokens())
        .put("audio_tokens", 0);
    out.putObject("completion_tokens_details").put("reasoning_tokens", 0).put("audio_tokens", 0);
    return out;
  }
}
