package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.media.Detail;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.server.chat.PruningFacts;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The {@code pruning} object of a reply, of the server and of {@code ask --json}. */
public final class PruningJson {
  private PruningJson() {}

  /**
   * @param question the user's text, in which the anchors' words are found
   */
  public static ObjectNode of(PruningFacts facts, String question) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    Optional<PruneTrace> trace = facts.steps().stream().map(s -> s.result().trace()).findFirst();
    out.put("method", facts.method().name());
    out.put("label", trace.map(PruneTrace::label).orElse("full model"));
    out.put("settings", trace.map(PruneTrace::flags).orElse(""));
    out.put("budget", trace.isPresent() ? facts.method().budgetText() : null);
    ArrayNode visuals = out.putArray("visuals");
    facts.visuals().forEach(visual -> visuals.add(visual(visual)));
    out.put("visual_tokens", facts.counts().visualTokens());
    out.put("kept_tokens", facts.counts().keptTokens());
    Arrays.stream(facts.counts().rowsPerLayer()).forEach(out.putArray("rows_per_layer")::add);
    out.put("cache_bytes", facts.counts().cacheBytes());
    ArrayNode stages = out.putArray("stages");
    facts.steps().forEach(step -> stages.add(stage(step)));
    facts.anchors().ifPresent(anchors -> anchors(out.putObject("anchors"), anchors, question));
    facts.explanation().ifPresent(e -> out.set("explain", ExplanationJson.of(e)));
    return out;
  }

  private static ObjectNode visual(SeenVisual visual) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", visual.clip() ? "video" : "image");
    out.put("detail", visual.detail().map(Detail::text).orElse(null));
    out.put("views", visual.views());
    out.putArray("grid").add(visual.gridRows()).add(visual.gridCols());
    return out;
  }

  private static ObjectNode stage(PruneStep step) {
    PruneTrace trace = step.result().trace();
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("stage", step.stage().toString());
    out.put("candidates", trace.candidates());
    out.put("kept_tokens", trace.kept().length);
    finite(out, "objective", trace.objective());
    finite(out, "bound", trace.bound());
    trace.notes().forEach(out.putArray("notes")::add);
    return out;
  }

  private static void finite(ObjectNode out, String name, OptionalDouble value) {
    if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
      out.put(name, value.getAsDouble());
    }
  }

  private static void anchors(ObjectNode out, Anchors anchors, String question) {
    out.put("origin", anchors.origin().name().toLowerCase(Locale.ROOT));
    out.put("language", anchors.language().code());
    ArrayNode words = out.putArray("words");
    for (Keyword keyword : anchors.keywords()) {
      ObjectNode node = words.addObject();
      node.put("word", keyword.word()).put("score", keyword.score());
      ArrayNode ranges = node.putArray("ranges");
      for (int[] range : AnchorRanges.of(anchors, keyword, question)) {
        ranges.addArray().add(range[0]).add(range[1]);
      }
    }
  }
}
