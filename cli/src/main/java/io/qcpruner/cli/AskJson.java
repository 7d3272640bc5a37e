package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.Reply;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.protocol.PartTimes;
import io.qcpruner.server.protocol.PruningJson;
import io.qcpruner.server.protocol.UsageJson;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A reply as JSON, with the names that the server uses. */
final class AskJson {

  private AskJson() {}

  /**
   * @param visual what the question was about
   * @param question in which the anchors' words are found
   */
  static ObjectNode of(Reply reply, SeenVisual visual, MethodSpec method, String question) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("answer", reply.text());
    out.put("finish_reason", reply.finishReason().name().toLowerCase(Locale.ROOT));
    out.set("usage", UsageJson.of(reply.counts(), reply.completionTokens(), reply.prefix().rows()));
    ObjectNode pruning =
        PruningJson.of(
            new PruningFacts(
                method,
                reply.counts(),
                reply.steps(),
                List.of(visual),
                reply.anchors(),
                Optional.empty()),
            question);
    for (int i = 0; i < reply.steps().size(); i++) {
      ObjectNode stage = (ObjectNode) pruning.get("stages").get(i);
      Arrays.stream(reply.steps().get(i).result().trace().kept())
          .forEach(stage.putArray("kept")::add);
    }
    out.set("pruning", pruning);
    PartTimes.put(out.putObject("timings"), reply::millis, reply.completionTokens());
    return out;
  }
}
