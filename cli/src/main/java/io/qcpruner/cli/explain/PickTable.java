package io.qcpruner.cli.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.model.Reply;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.prune.PruneStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a method picked, in its order, with what each pick added. */
record PickTable(String method, Reply reply) {

  private static final int SHOWN = 8;

  private PruneTrace last() {
    List<PruneStep> steps = reply.steps();
    return steps.get(steps.size() - 1).result().trace();
  }

  /** Whether the method says in which order it picked. */
  boolean hasOrder() {
    return !reply.steps().isEmpty() && last().order().length > 0;
  }

  /**
   * The picks as numbered boxes.
   *
   * @param candidates cells of the unpruned sequence
   */
  Boxes boxes(List<Cell> candidates, Strip strip) {
    if (!hasOrder()) {
      return Boxes.NONE;
    }
    PruneTrace trace = last();
    List<Boxes.Box> boxes = new ArrayList<>();
    for (int i = 0; i < trace.order().length; i++) {
      int at = trace.order()[i];
      if (at < candidates.size()) {
        Cell cell = candidates.get(at);
        String number = Integer.toString(i + 1);
        String hint =
            "pick %s: row %d, column %d%s"
                .formatted(number, cell.row(), cell.col(), gain(trace, i));
        strip.place(cell).ifPresent(area -> boxes.add(new Boxes.Box(area, number, hint)));
      }
    }
    return new Boxes(boxes);
  }

  private static String gain(PruneTrace trace, int pick) {
    return pick < trace.gains().length
        ? String.format(Locale.ROOT, ", gain %.4g", trace.gains()[pick])
        : "";
  }

  /** How much each pick added; empty if the method does not say. */
  String chart() {
    return hasOrder() ? GainChart.svg(method, last()) : "";
  }

  static final List<String> HEADER =
      List.of("method", "stage", "first picks: row,column (gain)", "certificate");

  /** The first picks of every stage as cells of a table. */
  List<List<String>> rows(List<Cell> cells) {
    List<List<String>> rows = new ArrayList<>();
    for (PruneStep step : reply.steps()) {
      PruneTrace trace = step.result().trace();
      rows.add(List.of(method, step.stage().toString(), first(trace, cells), bound(trace)));
    }
    return rows;
  }

  private static String first(PruneTrace trace, List<Cell> cells) {
    List<String> picks = new ArrayList<>();
    for (int i = 0; i < Math.min(SHOWN, trace.order().length); i++) {
      int at = trace.order()[i];
      Cell cell = at < cells.size() ? cells.get(at) : null;
      String where = cell == null ? Integer.toString(at) : cell.row() + "," + cell.col();
      boolean gained = i < trace.gains().length;
      picks.add(gained ? String.format(Locale.ROOT, "%s (%.3g)", where, trace.gains()[i]) : where);
    }
    return String.join("  ", picks) + (trace.order().length > SHOWN ? " ..." : "");
  }

  private static String bound(PruneTrace trace) {
    if (trace.shareOfOptimum().isPresent()) {
      return String.format(
          Locale.ROOT,
          "objective %.4g; no set of this size has more than %.4g: within %.2f %% of the optimum",
          trace.objective().orElse(Double.NaN),
          trace.bound().orElse(Double.NaN),
          100 * (1 - trace.shareOfOptimum().getAsDouble()));
    }
    return trace.objective().isPresent()
        ? String.format(Locale.ROOT, "objective %.4g", trace.objective().getAsDouble())
        : "";
  }

  ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("label", method).put("answer", reply.text());
    node.put("visual_tokens", reply.visualTokens()).put("kept_tokens", reply.keptTokens());
    ArrayNode words = node.putArray("anchors");
    reply.anchors().ifPresent(found -> found.keywords().forEach(k -> words.add(k.word())));
    ArrayNode stages = node.putArray("stages");
    for (PruneStep step : reply.steps()) {
      PruneTrace trace = step.result().trace();
      ObjectNode one = stages.addObject().put("stage", step.stage().toString());
      one.put("settings", trace.flags());
      ArrayNode order = one.putArray("order");
      for (int i : trace.order()) {
        order.add(i);
      }
      ArrayNode gains = one.putArray("gains");
      for (float g : trace.gains()) {
        gains.add(g);
      }
      trace.objective().ifPresent(v -> one.put("objective", v));
      trace.bound().ifPresent(v -> one.put("bound", v));
      trace.shareOfOptimum().ifPresent(v -> one.put("share_of_optimum", v));
    }
    return node;
  }
}
