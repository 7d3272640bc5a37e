package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;

/** The chunks of one streamed answer, as texts of server-sent events. */
public final class ChunkJson {
  /** Ends every stream that did not fail. */
  public static final String DONE = "data: [DONE]\n\n";

  private final ReplyHead head;
  private final ChatRequest request;

  public ChunkJson(ReplyHead head, ChatRequest request) {
    this.head = head;
    this.request = request;
  }

  /** The first chunk, right after the prompt has been read. */
  public String first(PruningFacts facts) {
    ObjectNode chunk = chunk();
    choice(chunk, null).put("role", "assistant").put("content", "");
    usageKey(chunk);
    chunk.set("pruning", PruningJson.of(facts, request.question()));
    return event(chunk);
  }

  public String piece(String text) {
    ObjectNode chunk = chunk();
    choice(chunk, null).put("content", text);
    usageKey(chunk);
    return event(chunk);
  }

  /** The chunk that says why the answer ended. */
  public String finish(ChatAnswer answer, Timings timings) {
    ObjectNode chunk = chunk();
    choice(chunk, ReplyJson.finish(answer));
    LogprobsJson.put((ObjectNode) chunk.path("choices").get(0), request, answer);
    usageKey(chunk);
    chunk.set("timings", timings.json(answer, request.generation().sampling()));
    return event(chunk);
  }

  /** The token counts, empty unless asked for. */
  public String usage(ChatAnswer answer) {
    if (!request.includeUsage()) {
      return "";
    }
    ObjectNode chunk = chunk();
    chunk.putArray("choices");
    chunk.set(
        "usage",
        UsageJson.of(answer.pruning().counts(), answer.completionTokens(), answer.cachedTokens()));
    return event(chunk);
  }

  /** A failure after the first byte; clients look at the event's name or at the key. */
  public static String error(String errorBody) {
    return "event: error\ndata: " + errorBody + "\n\n";
  }

  /** A line that clients skip, so that they do not give up. */
  public static String comment(String text) {
    return ": " + text + "\n\n";
  }

  private ObjectNode chunk() {
    return head.begin("chat.completion.chunk");
  }

  private static ObjectNode choice(ObjectNode chunk, String finish) {
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    ObjectNode delta = choice.putObject("delta");
    choice.putNull("logprobs").put("finish_reason", finish);
    return delta;
  }

  private void usageKey(ObjectNode chunk) {
    if (request.includeUsage()) {
      chunk.putNull("usage");
    }
  }

  private static String event(ObjectNode chunk) {
    return "data: " + chunk + "\n\n";
  }
}
