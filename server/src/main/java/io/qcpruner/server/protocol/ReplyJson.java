package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatChoice;
import io.qcpruner.server.chat.ChatRequest;
import java.util.Locale;

/** A whole answer as one {@code chat.completion}. */
public final class ReplyJson {
  private ReplyJson() {}

  public static String of(ReplyHead head, ChatRequest request, ChatAnswer answer, Timings timings) {
    ObjectNode out = head.begin("chat.completion");
    ArrayNode choices = out.putArray("choices");
    for (ChatChoice made : answer.choices()) {
      ObjectNode choice = choices.addObject().put("index", choices.size() - 1);
      choice
          .putObject("message")
          .put("role", "assistant")
          .put("content", made.text())
          .putNull("refusal");
      LogprobsJson.put(choice, request, made.chances());
      choice.put("finish_reason", finish(made));
    }
    out.set(
        "usage",
        UsageJson.of(answer.pruning().counts(), answer.completionTokens(), answer.cachedTokens()));
    out.set("pruning", PruningJson.of(answer.pruning(), request.question()));
    out.set("timings", timings.json(answer, request.generation().sampling()));
    return out.toString();
  }

  static String finish(ChatChoice choice) {
    return choice.finish().name().toLowerCase(Locale.ROOT);
  }
}
