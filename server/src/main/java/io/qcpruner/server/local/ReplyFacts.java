package io.qcpruner.server.local;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.StageFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What pruning did, from the model's reply. */
final class ReplyFacts {
  private ReplyFacts() {}

  static PruningFacts of(ChatRequest request, EncodedVisual seen, Reply reply) {
    List<StageFacts> stages = new ArrayList<>();
    for (var step : reply.steps()) {
      PruneTrace trace = step.result().trace();
      stages.add(
          new StageFacts(
              step.stage().toString(),
              trace.candidates(),
              trace.kept().length,
              trace.objective(),
              trace.bound(),
              trace.notes()));
    }
    Optional<PruneTrace> first = reply.steps().stream().map(s -> s.result().trace()).findFirst();
    return new PruningFacts(
        request.pruning().method(),
        first.map(PruneTrace::label).orElse("full model"),
        first.map(PruneTrace::flags).orElse(""),
        first.map(PruneTrace::budget).orElse(null),
        reply.visualBefore(),
        reply.visualAfter(),
        reply.rowsPerLayer(),
        reply.cacheBytes(),
        stages,
        reply.anchors().map(a -> AnchorRanges.of(a, request.question())),
        explanation(request, seen, reply, first));
  }

  private static Optional<Explanation> explanation(
      ChatRequest request, EncodedVisual seen, Reply reply, Optional<PruneTrace> trace) {
    ExplainLevel level = request.pruning().explain();
    if (level == ExplainLevel.NONE) {
      return Optional.empty();
    }
    int width = seen.frames().get(0).width();
    int height = seen.frames().get(0).height();
    List<int[]> kept = cells(reply.survivors());
    int side = (int) Math.round(Math.sqrt(reply.visualBefore()));
    int square = Math.max(width, height);
    double size = (double) square / side;
    Explanation.Group group =
        new Explanation.Group(
            0,
            "picture",
            0,
            side,
            side,
            -((square - width) / 2),
            -((square - height) / 2),
            size,
            size,
            kept.size());
    Optional<Explanation.Scores> scores = Optional.empty();
    String note = null;
    if (level == ExplainLevel.FULL) {
      if (trace.isPresent() && trace.get().candidates() == side * side) {
        scores = Optional.of(scores(trace.get(), side));
      } else {
        note = "the full model decides nothing";
      }
    }
    return Optional.of(
        new Explanation(
            List.of(new Explanation.Picture(width, height, seen.frames().size())),
            List.of(group),
            kept,
            scores,
            note));
  }

  private static Explanation.Scores scores(PruneTrace trace, int side) {
    List<int[]> cells = new ArrayList<>();
    for (int i = 0; i < side * side; i++) {
      cells.add(new int[] {0, i / side, i % side});
    }
    return new Explanation.Scores(
        cells,
        trace.kept(),
        trace.merged(),
        trace.order(),
        trace.gains(),
        trace.utility(),
        trace.cueSim(),
        trace.cueAlign());
  }

  private static List<int[]> cells(TokenLayout layout) {
    List<int[]> out = new ArrayList<>();
    for (int r = 0; r < layout.size(); r++) {
      if (layout.kinds()[r] == TokenKind.PATCH || layout.kinds()[r] == TokenKind.MERGED) {
        out.add(new int[] {layout.groups()[r], layout.gridRows()[r], layout.gridCols()[r]});
      }
    }
    return out;
  }
}
