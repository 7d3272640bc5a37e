package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.Set;

/**
 * Keeps the patches that the class row attends to most and merges the others into a few contextual
 * rows, before the projector. Paper: "VisionZip: Longer is Better but Not Necessary in Vision
 * Language Models". Symbols of the specification: D = dominant rows, class row included; C =
 * contextual rows; a = class attention.
 */
public final class VisionZip extends TileMethod {

  static final Setting<Double> CONTEXTUAL_SHARE =
      Setting.real("contextual-share", "part that goes to merged rows, 0 to 1")
          .withDefaultText("the published one of the tower");

  /**
   * @param contextualShare part of the budget that goes to contextual rows; 10/64 is the published
   *     split
   */
  public record Parameters(double contextualShare) {
    public static final Parameters DEFAULTS = new Parameters(10.0 / 64);

    public Parameters {
      Checks.unit("contextual share", contextualShare);
    }
  }

  /** What one view keeps. */
  private record View(int[] dominant, ContextualMerge contextual) {}

  private final Parameters parameters;

  public VisionZip(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "visionzip";
  }

  @Override
  public String label() {
    return "VisionZip";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(CONTEXTUAL_SHARE, parameters.contextualShare);
  }

  @Override
  public Source source() {
    return new Source(
        "VisionZip: Longer is Better but Not Necessary in Vision Language Models (CVPR 2025)",
        "dvlab-research/VisionZip @3151f6d");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.CLASS_ATTENTION, Signal.TOWER_KEYS);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix attention = signals.get(Signal.CLASS_ATTENTION).requireFinite("class attention");
    Matrix keys = signals.get(Signal.TOWER_KEYS).requireFinite("tower keys");
    Checks.rows("class attention", attention.rows(), vision.views());
    Checks.rows("tower keys", keys.rows(), vision.towerRows());
    int contextual = (int) Math.rint(perView * parameters.contextualShare);
    int dominant = Math.max(1, perView - contextual);
    View[] views = new View[vision.views()];
    for (int v = 0; v < views.length; v++) {
      int first = vision.towerRow(v, 0);
      Matrix patchKeys = keys.rows(first, first + vision.patches());
      // one dominant slot is the class row's
      int[] top = Kernels.topK(attention.row(v), dominant - 1);
      int[] rest = Indices.complement(top, vision.patches());
      views[v] =
          new View(Indices.sorted(top), ContextualMerge.of(patchKeys, rest, perView - dominant));
    }
    return result(vision, views, trace.utility(attention.data()));
  }

  private static PruneResult result(VisionLayout vision, View[] views, TraceBuilder trace) {
    PlanBuilder plan = new PlanBuilder();
    plan.keep(TokenKind.CLASS, vision.classTowerRow(0));
    for (int patch : views[0].dominant) {
      plan.keep(TokenKind.PATCH, vision.towerRow(0, patch));
    }
    addContextual(plan, vision, views, 0);
    int[][] dominant = Arrays.stream(views).map(View::dominant).toArray(int[][]::new);
    for (TileOrder.Cell cell : TileOrder.of(vision, dominant)) {
      plan.keep(TokenKind.PATCH, vision.towerRow(cell.view(), cell.patch()));
    }
    for (int v = 1; v < views.length; v++) {
      plan.keep(TokenKind.CLASS, vision.classTowerRow(v));
    }
    for (int v = 1; v < views.length; v++) {
      addContextual(plan, vision, views, v);
    }
    if (vision.views() == 1 && vision.endNewline()) {
      plan.keep(TokenKind.NEWLINE, vision.newlineSource());
    }
    int[] targets = {};
    int[] kept = {};
    for (int v = 0; v < views.length; v++) {
      int first = v * vision.patches();
      targets = Indices.concat(targets, Indices.shifted(views[v].contextual.targets(), first));
      kept = Indices.concat(kept, Indices.shifted(views[v].dominant, first));
    }
    return trace
        .kept(Indices.concat(kept, targets))
        .merged(targets)
        .result(plan.build(PositionPolicy.COMPACT));
  }

  private static void addContextual(PlanBuilder plan, VisionLayout vision, View[] views, int v) {
    ContextualMerge merge = views[v].contextual;
    for (int t = 0; t < merge.targets().length; t++) {
      plan.mix(TokenKind.MERGED, merge.sources(t, vision.towerRow(v, 0)), merge.weights(t));
    }
  }
}
