package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.AnchorFacts;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.StageFacts;
import java.util.OptionalDouble;

/** The {@code pruning} object of a reply. */
final class PruningJson {
  private PruningJson() {}

  public static ObjectNode of(PruningFacts facts) {
    ObjectNode out = ReplyHead.JSON.createObjectNode();
    out.put("method", facts.method());
    out.put("label", facts.label());
    out.put("parameters", facts.parameters());
    out.put("budget", facts.budget());
    out.put("total", facts.total());
    out.put("kept", facts.kept());
    ArrayNode rows = out.putArray("rows_per_layer");
    for (long count : facts.rowsPerLayer()) {
      rows.add(count);
    }
    out.put("cache_bytes", facts.cacheBytes());
    ArrayNode stages = out.putArray("stages");
    facts.stages().forEach(stage -> stage(stages.addObject(), stage));
    facts.anchors().ifPresent(anchors -> anchors(out.putObject("anchors"), anchors));
    facts.explanation().ifPresent(e -> out.set("explain", ExplanationJson.of(e)));
    return out;
  }

  private static void stage(ObjectNode out, StageFacts stage) {
    out.put("stage", stage.stage());
    out.put("candidates", stage.candidates());
    out.put("kept", stage.kept());
    finite(out, "objective", stage.objective());
    finite(out, "bound", stage.bound());
    ArrayNode notes = out.putArray("notes");
    stage.notes().forEach(notes::add);
  }

  private static void finite(ObjectNode out, String name, OptionalDouble value) {
    if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
      out.put(name, value.getAsDouble());
    }
  }

  private static void anchors(ObjectNode out, AnchorFacts anchors) {
    out.put("origin", anchors.origin());
    out.put("language", anchors.language());
    ArrayNode words = out.putArray("words");
    for (AnchorFacts.Word word : anchors.words()) {
      ObjectNode node = words.addObject().put("word", word.word()).put("score", word.score());
      ArrayNode ranges = node.putArray("ranges");
      for (int[] range : word.ranges()) {
        ranges.addArray().add(range[0]).add(range[1]);
      }
    }
  }
}
