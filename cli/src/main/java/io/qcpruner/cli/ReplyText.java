package io.qcpruner.cli;

import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.model.Reply;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an answer took, for people. */
final class ReplyText {
  private ReplyText() {}

  static String of(Reply reply, SeenVisual visual) {
    StringBuilder out = new StringBuilder();
    out.append(looked(visual));
    out.append(
        String.format(
            Locale.ROOT,
            "visual tokens  %d -> %d   prompt rows %d   cache %.1f MiB%n",
            reply.visualTokens(),
            reply.keptTokens(),
            reply.promptTokens(),
            reply.cacheBytes() / 1048576.0));
    reply
        .anchors()
        .ifPresent(
            a ->
                out.append("anchors        ")
                    .append(
                        a.keywords().stream().map(Keyword::word).collect(Collectors.joining(", ")))
                    .append(" (")
                    .append(a.origin().name().toLowerCase(Locale.ROOT))
                    .append(")\n"));
    for (PruneStep step : reply.steps()) {
      out.append(step.stage()).append(": ").append(step.result().trace().summary()).append('\n');
    }
    out.append("ms            ").append(times(reply)).append('\n');
    return out.toString();
  }

  private static String looked(SeenVisual visual) {
    String detail = visual.detail().map(d -> "detail " + d.text() + ", ").orElse("");
    return String.format(
        Locale.ROOT,
        "looked at      %s%d %s of %d x %d tokens%n",
        detail,
        visual.views(),
        visual.clip() ? "frames" : visual.views() == 1 ? "view" : "views",
        visual.gridRows(),
        visual.gridCols());
  }

  private static String times(Reply reply) {
    StageClock clock = reply.clock();
    StringBuilder out = new StringBuilder();
    for (Part part : Part.values()) {
      if (part != Part.DECODE && clock.nanos(part) > 0) {
        out.append(String.format(Locale.ROOT, " %s %.2f,", name(part), clock.millis(part)));
      }
    }
    int tokens = Math.max(1, reply.generation().ids().length);
    out.append(
        String.format(Locale.ROOT, " decode %.2f per token", clock.millis(Part.DECODE) / tokens));
    return out.toString();
  }

  private static String name(Part part) {
    return part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
