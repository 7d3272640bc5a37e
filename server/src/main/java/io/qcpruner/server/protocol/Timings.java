package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.server.chat.ChatAnswer;

/**
 * The {@code timings} object of a reply.
 *
 * @param queueMillis time in the waiting line
 * @param engineMillis from the slot's start to the last token, pictures included
 * @param totalMillis from the request's arrival to its answer
 * @param slot which slot computed it
 */
public record Timings(double queueMillis, double engineMillis, double totalMillis, int slot) {
  ObjectNode json(ChatAnswer answer, SamplingSettings sampling) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("queue_ms", PartTimes.rounded(queueMillis));
    PartTimes.put(out, answer::millis, answer.completionTokens());
    out.put("engine_ms", PartTimes.rounded(engineMillis));
    out.put("total_ms", PartTimes.rounded(totalMillis));
    out.put("vision_cache", answer.visionCache());
    out.put("slot", slot);
    if (sampling.temperature() == 0) {
      out.putNull("seed");
    } else {
      out.put("seed", sampling.seed());
    }
    return out;
  }
}
