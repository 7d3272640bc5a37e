package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts a video into segments of similar frames, keeps the salient tokens of every frame and merges
 * the others into density peaks of a few anchor frames. Paper: "FastVID: Dynamic Density Pruning
 * for Fast Video Large Language Models", rules for LLaVA-Video. Symbols: c = leastSegments, tau =
 * cutBelow, d = contextShare, p = anchorStep, beta = anchorWeight, m = tokens per frame.
 */
public final class FastVid implements Pruner {

  private static final Stage STAGE = new Stage.BeforeDecoder();

  /**
   * @param poolingHead whether descriptors and saliency come from the tower's pooling head; without
   *     it a stand-in is used and the label says so
   */
  public record Parameters(
      int leastSegments,
      double cutBelow,
      double contextShare,
      int anchorStep,
      double anchorWeight,
      Newlines newlines,
      boolean poolingHead) {
    public Parameters {
      Checks.atLeast("least segments", leastSegments, 1);
      Checks.atLeast("anchor step", anchorStep, 1);
      Checks.unit("context share", contextShare);
      Checks.unit("anchor weight", anchorWeight);
      if (!(cutBelow >= -1 && cutBelow <= 1)) {
        throw new IllegalArgumentException("cut threshold must be in [-1, 1], not " + cutBelow);
      }
    }

    /** The published constants. */
    public static Parameters defaults(boolean poolingHead) {
      return new Parameters(8, 0.9, 0.4, 4, 0.6, Newlines.ALL, poolingHead);
    }
  }

  private final Parameters parameters;

  public FastVid(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "fastvid";
  }

  @Override
  public String label() {
    return parameters.poolingHead ? "FastVID" : "FastVID (no SigLIP head)";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(Newlines.SETTING, parameters.newlines);
  }

  @Override
  public Source source() {
    return new Source(
        "FastVID: Dynamic Density Pruning for Fast Video Large Language Models (NeurIPS 2025)",
        "LunarShen/FastVID @a40a109");
  }

  @Override
  public List<Stage> stages() {
    return List.of(STAGE);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES, Signal.FRAME_DESCRIPTOR, Signal.FRAME_SALIENCY);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (!stage.equals(STAGE)) {
      throw new IllegalArgumentException(name() + " acts " + STAGE + ", not " + stage);
    }
    TokenLayout layout = signals.layout();
    int[][] frames = Frames.of(label(), layout).members();
    int patches = frames[0].length;
    int candidates = frames.length * patches;
    TraceBuilder trace = new TraceBuilder(this, budget, candidates);
    int perFrame = perFrame(budget, frames.length, patches);
    if (perFrame >= patches) {
      return trace
          .kept(Indices.range(candidates))
          .result(PrunePlan.unchanged(layout, PositionPolicy.KEEP));
    }
    SegmentMerge merge = new SegmentMerge(signals, frames, parameters.anchorWeight);
    Matrix descriptors = signals.get(Signal.FRAME_DESCRIPTOR).requireFinite("frame descriptor");
    Checks.rows("frame descriptor", descriptors.rows(), frames.length);
    List<FrameSegments.Segment> segments =
        FrameSegments.of(descriptors, parameters.leastSegments, parameters.cutBelow);
    for (FrameSegments.Segment segment : segments) {
      FrameSegments.Shares shares =
          FrameSegments.shares(
              perFrame, segment.length(), parameters.contextShare, parameters.anchorStep);
      int moved = FrameSegments.fit(shares, patches);
      if (moved > 0) {
        trace.note(segment + ": " + moved + " context tokens did not fit and became salient");
      }
      merge.add(segment, shares);
    }
    trace.note("newlines kept: " + parameters.newlines);
    return trace
        .parts(segments.size())
        .kept(merge.kept())
        .merged(merge.mergedRows())
        .utility(signals.get(Signal.FRAME_SALIENCY).data())
        .result(plan(layout, merge));
  }

  /** m; a ratio is cut, not rounded, as published. */
  private static int perFrame(Budget budget, int frames, int patches) {
    if (budget instanceof Budget.Total total) {
      if (total.tokens() < frames) {
        throw new PruningRefusedException(
            "budget " + total + " is less than one token for each of " + frames + " frames");
      }
      return total.tokens() / frames;
    }
    if (budget instanceof Budget.Ratio ratio) {
      return Math.max(1, (int) (patches * ratio.share()));
    }
    return budget.resolve(patches, 1);
  }

  private PrunePlan plan(TokenLayout layout, SegmentMerge merge) {
    int[] candidates = layout.candidates();
    Map<Integer, Integer> candidateOf = new HashMap<>();
    for (int i = 0; i < candidates.length; i++) {
      candidateOf.put(candidates[i], i);
    }
    Set<Long> usedGridRows =
        Newlines.usedGridRows(layout, Indices.gather(candidates, merge.kept()));
    PlanBuilder plan = new PlanBuilder();
    for (int row = 0; row < layout.size(); row++) {
      Integer candidate = candidateOf.get(row);
      if (candidate != null) {
        merge.addRow(plan, candidate, candidates);
      } else if (parameters.newlines.keeps(layout, row, usedGridRows)) {
        plan.keep(layout.kinds()[row], row);
      }
    }
    return plan.build(PositionPolicy.KEEP);
  }
}
