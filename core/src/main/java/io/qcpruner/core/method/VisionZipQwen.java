package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Set;

/**
 * VisionZip by its rules for towers without a class row: scores are column sums of the last block's
 * attention, merging happens on the merged rows, and a contextual row takes its target's place.
 * Paper: "VisionZip: Longer is Better but Not Necessary in Vision Language Models".
 */
public final class VisionZipQwen extends TileMethod {

  /**
   * @param contextualShare contextual rows as a part of all rows (not of the budget), as published
   */
  public record Parameters(double contextualShare) {
    public static final Parameters DEFAULTS = new Parameters(0.05);

    public Parameters {
      Checks.unit("contextual share", contextualShare);
    }
  }

  private final Parameters parameters;

  public VisionZipQwen(Parameters parameters) {
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
    return Settings.NONE.with(VisionZip.CONTEXTUAL_SHARE, parameters.contextualShare);
  }

  @Override
  public Source source() {
    return new Source(
        "VisionZip: Longer is Better but Not Necessary in Vision Language Models (CVPR 2025)",
        "dvlab-research/VisionZip, Qwen2.5-VL part, read in jsilvcast/VisionZip @c00dbe5");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.CLASS_ATTENTION, Signal.TOWER_KEYS);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix score = signals.get(Signal.CLASS_ATTENTION).requireFinite("attention column sums");
    Matrix keys = signals.get(Signal.TOWER_KEYS).requireFinite("tower keys");
    Checks.rows("attention column sums", score.rows(), vision.views());
    Checks.rows("tower keys", keys.rows(), vision.towerRows());
    int n = vision.patches();
    int contextual = Math.max((int) (parameters.contextualShare * n), 1);
    if (contextual >= perView) {
      contextual = perView - 1;
      trace.note("contextual rows cut to " + contextual + " so that one dominant fits");
    }
    PlanBuilder plan = new PlanBuilder();
    int[] kept = {};
    int[] targets = {};
    for (int v = 0; v < vision.views(); v++) {
      int first = vision.towerRow(v, 0);
      int[] dominant = Kernels.topK(score.row(v), perView - contextual);
      ContextualMerge merge =
          ContextualMerge.of(
              keys.rows(first, first + n), Indices.complement(dominant, n), contextual);
      addView(plan, dominant, merge, first, n);
      targets = Indices.concat(targets, Indices.shifted(merge.targets(), v * n));
      kept = Indices.concat(kept, Indices.shifted(dominant, v * n));
    }
    if (vision.views() == 1 && vision.endNewline()) {
      plan.keep(TokenKind.NEWLINE, vision.newlineSource());
    }
    return trace
        .order(Indices.concat(kept, targets))
        .merged(targets)
        .utility(score.data())
        .result(plan.build(PositionPolicy.COMPACT));
  }

  /** Raster order; a contextual row stands where its target stood. */
  private static void addView(
      PlanBuilder plan, int[] dominant, ContextualMerge merge, int first, int patches) {
    boolean[] isDominant = Indices.mask(dominant, patches);
    int t = 0;
    for (int p = 0; p < patches; p++) {
      if (isDominant[p]) {
        plan.keep(TokenKind.PATCH, first + p);
      } else if (t < merge.targets().length && merge.targets()[t] == p) {
        plan.mix(TokenKind.MERGED, merge.sources(t, first), merge.weights(t));
        t++;
      }
    }
  }
}
