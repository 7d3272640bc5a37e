package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import java.util.Locale;

/** A whole answer as one {@code chat.completion}. */
public final class ReplyJson {
  private ReplyJson() {}

  public static String of(ReplyHead head, ChatRequest request, ChatAnswer answer, Timings timings) {
    ObjectNode out = head.begin("chat.completion");
    ObjectNode choice = out.putArray("choices").addObject().put("index", 0);
    choice
        .putObject("message")
        .put("role", "assistant")
        .put("content", answer.text())
        .putNull("refusal");
    LogprobsJson.put(choice, request, answer);
    choice.put("finish_reason", finish(answer));
    out.set(
        "usage",
        UsageJson.of(answer.pruning().counts(), answer.completionTokens(), answer.cachedTokens()));
    out.set("pruning", PruningJson.of(answer.pruning(), request.question()));
    out.set("timings", timings.json(answer, request.generation().sampling()));
    return out.toString();
  }

  static String finish(ChatAnswer answer) {
    return answer.finish().name().toLowerCase(Locale.ROOT);
  }
}
