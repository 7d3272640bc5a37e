package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatChoice;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import java.util.List;

/** The chunks of streamed answers, as texts of server-sent events; used by one thread at a time. */
public final class ChunkJson {
  /** Ends every stream that did not fail. */
  public static final String DONE = "data: [DONE]\n\n";

  private final ReplyHead head;
  private final ChatRequest request;
  private final int[] told; // chances that went out with pieces, of each choice

  public ChunkJson(ReplyHead head, ChatRequest request) {
    this.head = head;
    this.request = request;
    this.told = new int[request.choices()];
  }

  /** The first chunk of each answer, right after the prompt has been read. */
  public String first(PruningFacts facts) {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < request.choices(); i++) {
      ObjectNode chunk = chunk();
      delta(choice(chunk, i, null)).put("role", "assistant").put("content", "");
      usageKey(chunk);
      if (i == 0) {
        chunk.set("pruning", PruningJson.of(facts, request.question()));
      }
      events.append(event(chunk));
    }
    return events.toString();
  }

  /** A piece of an answer with the chances of the tokens that it came from. */
  public String piece(int number, String text, List<TokenChance> chances) {
    told[number] += chances.size();
    ObjectNode chunk = chunk();
    ObjectNode choice = choice(chunk, number, null);
    delta(choice).put("content", text);
    LogprobsJson.put(choice, request, chances);
    usageKey(chunk);
    return event(chunk);
  }

  /** The chunks that say why the answers ended. */
  public String finish(ChatAnswer answer, Timings timings) {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < answer.choices().size(); i++) {
      ChatChoice made = answer.choices().get(i);
      ObjectNode chunk = chunk();
      ObjectNode choice = choice(chunk, i, ReplyJson.finish(made));
      List<TokenChance> rest = made.chances().subList(told[i], made.chances().size());
      if (!rest.isEmpty()) {
        LogprobsJson.put(choice, request, rest);
      }
      usageKey(chunk);
      if (i == answer.choices().size() - 1) {
        chunk.set("timings", timings.json(answer, request.generation().sampling()));
      }
      events.append(event(chunk));
    }
    return events.toString();
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

  private static ObjectNode choice(ObjectNode chunk, int number, String finish) {
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", number);
    choice.putObject("delta");
    return choice.putNull("logprobs").put("finish_reason", finish);
  }

  private static ObjectNode delta(ObjectNode choice) {
    return (ObjectNode) choice.get("delta");
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
