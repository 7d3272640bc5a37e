package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.model.Reply;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import java.util.Locale;

/** A reply as JSON, for machines. */
final class AskJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private AskJson() {}

  static ObjectNode of(Reply reply) {
    ObjectNode out = JSON.createObjectNode();
    out.put("answer", reply.text());
    out.put("finish", reply.generation().reason().name().toLowerCase(Locale.ROOT));
    out.put("newTokens", reply.generation().ids().length);
    out.put("promptRows", reply.promptRows());
    out.put("visualBefore", reply.visualBefore());
    out.put("visualAfter", reply.visualAfter());
    out.put("cacheBytes", reply.cacheBytes());
    ArrayNode rows = out.putArray("rowsPerLayer");
    for (long r : reply.rowsPerLayer()) {
      rows.add(r);
    }
    out.set("ms", times(reply));
    reply
        .anchors()
        .ifPresent(
            anchors -> {
              ObjectNode node = out.putObject("anchors");
              node.put("origin", anchors.origin().name().toLowerCase(Locale.ROOT));
              ArrayNode words = node.putArray("keywords");
              for (Keyword keyword : anchors.keywords()) {
                words.addObject().put("word", keyword.word()).put("score", keyword.score());
              }
            });
    ArrayNode steps = out.putArray("steps");
    for (PruneStep step : reply.steps()) {
      steps.add(step(step));
    }
    return out;
  }

  private static ObjectNode times(Reply reply) {
    ObjectNode ms = JSON.createObjectNode();
    for (StageClock.Part part : StageClock.Part.values()) {
      ms.put(name(part), reply.clock().millis(part));
    }
    int tokens = Math.max(1, reply.generation().ids().length);
    ms.put("decodePerToken", reply.clock().millis(StageClock.Part.DECODE) / tokens);
    return ms;
  }

  private static String name(StageClock.Part part) {
    return part.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static ObjectNode step(PruneStep step) {
    PruneTrace trace = step.result().trace();
    ObjectNode node = JSON.createObjectNode();
    node.put("stage", step.stage().toString());
    node.put("method", trace.label());
    node.put("parameters", trace.flags());
    node.put("budget", trace.budget());
    node.put("candidates", trace.candidates());
    ArrayNode kept = node.putArray("kept");
    for (int k : trace.kept()) {
      kept.add(k);
    }
    trace.objective().ifPresent(v -> node.put("objective", v));
    trace.bound().ifPresent(v -> node.put("bound", v));
    ArrayNode notes = node.putArray("notes");
    trace.notes().forEach(notes::add);
    return node;
  }
}
