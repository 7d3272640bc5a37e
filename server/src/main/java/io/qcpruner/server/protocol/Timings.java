package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatAnswer.StageTime;
import io.qcpruner.server.chat.SamplingChoice;

/**
 * The {@code timings} object of a reply.
 *
 * @param queueMillis time in the waiting line
 * @param engineMillis from the slot's start to the last token, pictures included
 * @param totalMillis from the request's arrival to its answer
 * @param slot which slot computed it
 */
public record Timings(double queueMillis, double engineMillis, double totalMillis, int slot) {
  private static final double TENTHS = 1000;

  ObjectNode json(ChatAnswer answer, SamplingChoice sampling) {
    ObjectNode out = ReplyHead.JSON.createObjectNode();
    out.put("queue_ms", rounded(queueMillis));
    double decode = 0;
    for (StageTime time : answer.times()) {
      out.put(time.stage() + "_ms", rounded(time.millis()));
      if (time.stage().equals("decode")) {
        decode = time.millis();
      }
    }
    out.put("decode_ms_per_token", rounded(decode / Math.max(1, answer.completionTokens())));
    out.put("engine_ms", rounded(engineMillis));
    out.put("total_ms", rounded(totalMillis));
    out.put("vision_cache", answer.visionCache());
    out.put("slot", slot);
    if (sampling.isGreedy()) {
      out.putNull("seed");
    } else {
      out.put("seed", sampling.seed());
    }
    return out;
  }

  private static double rounded(double millis) {
    return Math.rint(millis * TENTHS) / TENTHS;
  }
}
