package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Cuts the candidates in stages by the attention of rater rows, and recycles part of what it drops
 * as cluster averages. Paper: "SparseVLM: Visual Token Sparsification for Efficient Vision-Language
 * Model Inference", behaviour of the code's version 1.5. Symbols of the specification: k = target,
 * m = recycled members, c = clusters, x0 = end of the visual span.
 *
 * <p>The budget is the published kind: an average over the decoder's layers. Survivors of the last
 * stage are fewer.
 */
public final class SparseVlm implements Pruner {

  static final Setting<Raters> RATERS =
      Setting.choice("raters", "which text rows rate the patches", Raters.class)
          .withDefaultText("embedding, or anchors for sparsevlm-anchors");
  static final Setting<Boolean> SINGLE_STAGE =
      Setting.flag("single-stage", "cut once to exactly the budget").withDefault(false);
  static final Setting<Integer> CUT_LAYER =
      Setting.natural("cut-layer", "zero-based decoder layer after which the single stage cuts")
          .withDefaultText("2 of 32, only with single-stage=true");

  private static final double MERGE_EPSILON = 1e-6;

  /**
   * @param stages zero-based layers after which candidates are cut, ascending
   * @param decoderLayers how many layers the decoder has; averages run over them
   * @param nominalPatches candidates that a budget is meant for, whatever the picture; 0 takes the
   *     unpruned sequence's own
   * @param singleStage cut once, to exactly the budget, instead of meeting an average; a budget
   *     that the published recycling alone would exceed leaves fewer recycled slots
   */
  public record Parameters(
      List<Integer> stages,
      int decoderLayers,
      int nominalPatches,
      boolean singleStage,
      Raters raters) {
    public Parameters {
      stages = List.copyOf(stages);
      if (stages.isEmpty() || singleStage && stages.size() > 1) {
        throw new IllegalArgumentException(
            "stages must be one or more layers (one in single-stage mode), not " + stages);
      }
      int previous = -1;
      for (int layer : stages) {
        if (layer <= previous || layer >= decoderLayers) {
          throw new IllegalArgumentException(
              "stages must be ascending layers below " + decoderLayers + ", not " + stages);
        }
        previous = layer;
      }
      Checks.atLeast("nominal patches", nominalPatches, 0);
    }
  }

  private final Parameters parameters;

  public SparseVlm(Parameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Candidates that enter each layer of a decoder, as the published stages cut them.
   *
   * @param tokens the budget, an average over layers
   * @param nominalPatches candidates that the budget is meant for
   * @param patches candidates of the picture
   * @throws PruningRefusedException if no schedule meets the budget
   */
  public static int[] candidatesPerLayer(int tokens, int nominalPatches, int patches, int layers) {
    List<Integer> stages = SparseSchedule.USUAL_STAGES;
    int[] targets = SparseSchedule.targets(tokens, nominalPatches, layers, stages);
    int[] counts = new int[layers];
    int count = patches;
    int stage = 0;
    for (int layer = 0; layer < layers; layer++) {
      counts[layer] = count;
      if (stage < stages.size() && stages.get(stage) == layer) {
        count = SparseSchedule.after(count, targets[stage++]);
      }
    }
    return counts;
  }

  @Override
  public String name() {
    return parameters.raters == Raters.ANCHORS ? "sparsevlm-anchors" : "sparsevlm";
  }

  @Override
  public String label() {
    String raters =
        switch (parameters.raters) {
          case EMBEDDING -> "SparseVLM";
          case ANCHORS -> "SparseVLM + anchors";
          case ALL_TEXT -> "SparseVLM (all text rates)";
        };
    return parameters.singleStage ? raters + " (single stage)" : raters;
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    Settings common = Settings.NONE.with(SINGLE_STAGE, parameters.singleStage);
    if (parameters.singleStage) {
      common = common.with(CUT_LAYER, parameters.stages.get(0));
    }
    // anchors as raters are the name itself
    return parameters.raters == Raters.ANCHORS ? common : common.with(RATERS, parameters.raters);
  }

  @Override
  public Source source() {
    return new Source(
        "SparseVLM: Visual Token Sparsification for Efficient Vision-Language Model Inference"
            + " (ICML 2025)",
        "Gumpest/SparseVLMs v1.5 @734d900");
  }

  @Override
  public List<Stage> stages() {
    return parameters.stages.stream().map(l -> (Stage) new Stage.AfterLayer(l)).toList();
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    Set<Signal> needs = EnumSet.of(Signal.ATTENTION, Signal.VISUAL_STATES);
    needs.addAll(parameters.raters.needs());
    return Set.copyOf(needs);
  }

  @Override
  public void requireBudget(Budget budget, int patches) {
    target(0, patches, 1, budget);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    int index = stages().indexOf(stage);
    if (index < 0) {
      throw new IllegalArgumentException(name() + " acts " + stages() + ", not " + stage);
    }
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    int target = target(index, signals.unprunedCandidates(), groups(layout), budget);
    TraceBuilder trace = new TraceBuilder(this, budget, n);
    trace.note("budget is " + (parameters.singleStage ? "final" : "an average over layers"));
    if (target >= n) {
      trace.note(stage + ": target " + target + " is not below " + n + ", skipped");
      return trace
          .kept(Indices.range(n))
          .result(PrunePlan.unchanged(layout, PositionPolicy.COMPACT));
    }
    float[] score = scores(signals);
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    Checks.rows("visual states", states.rows(), n);
    int clusters = SparseSchedule.recycled(n, target);
    if (parameters.singleStage) {
      int left = budget.resolve(n, groups(layout)) - target;
      if (left < clusters) {
        trace.note("budget below the published recycling: " + left + " of " + clusters + " slots");
        clusters = left;
      }
    }
    return cut(layout, states, score, target, clusters, trace);
  }

  private static int groups(TokenLayout layout) {
    return (int)
        Arrays.stream(layout.candidates()).map(row -> layout.groups()[row]).distinct().count();
  }

  private int target(int stage, int unpruned, int groups, Budget budget) {
    if (parameters.singleStage) {
      int tokens = budget.resolve(unpruned, groups);
      return tokens >= unpruned ? Integer.MAX_VALUE : SparseSchedule.singleStage(tokens, unpruned);
    }
    int patches = parameters.nominalPatches > 0 ? parameters.nominalPatches : unpruned;
    int tokens = budget.resolve(patches, groups);
    if (tokens >= patches || tokens >= unpruned) {
      return Integer.MAX_VALUE;
    }
    return SparseSchedule.targets(tokens, patches, parameters.decoderLayers, parameters.stages)[
        stage];
  }

  /** Mean attention of the raters on each candidate. */
  private float[] scores(Signals signals) {
    int start = signals.layout().suffixStart();
    int[] offsets = parameters.raters.offsets(signals);
    int[] rows = Arrays.stream(offsets).map(o -> o + start).toArray();
    if (rows.length == 0) {
      throw new PruningRefusedException("no text after the visual span can rate the patches");
    }
    Matrix attention = signals.attention(rows).requireFinite("attention of rater rows");
    float[] mean = new float[attention.cols()];
    for (int i = 0; i < mean.length; i++) {
      double sum = 0;
      for (int r = 0; r < rows.length; r++) {
        sum += attention.get(r, i);
      }
      mean[i] = (float) (sum / rows.length);
    }
    return mean;
  }

  private PruneResult cut(
      TokenLayout layout,
      Matrix states,
      float[] score,
      int target,
      int clusters,
      TraceBuilder trace) {
    int[] ranking = Kernels.topK(score, score.length);
    int[] kept = Arrays.copyOf(ranking, target);
    int members = SparseSchedule.recycledMembers(score.length - target);
    int[] recycled = Arrays.copyOfRange(ranking, target, target + members);
    int[] centres = {};
    int[] cluster = {};
    if (clusters > 0) {
      DensityPeaks peaks = new DensityPeaks(states.selectRows(recycled), clusters);
      centres = peaks.centres(clusters);
      cluster = peaks.assign(centres);
    }

    int[] candidates = layout.candidates();
    int[][] merged = new int[centres.length][];
    for (int c = 0; c < centres.length; c++) {
      merged[c] = members(cluster, centres, c, Indices.gather(candidates, recycled));
    }
    int[] centreCandidates = Indices.gather(recycled, centres);
    return trace
        .order(Indices.concat(kept, centreCandidates))
        .merged(centreCandidates)
        .utility(score)
        .result(plan(layout, Indices.gather(candidates, kept), merged));
  }

  /** Rows of one cluster, its centre first: the merged row takes the centre's place. */
  private static int[] members(int[] cluster, int[] centres, int c, int[] rows) {
    int[] out = new int[(int) Arrays.stream(cluster).filter(x -> x == c).count()];
    int next = 0;
    out[next++] = rows[centres[c]];
    for (int i = 0; i < cluster.length; i++) {
      if (cluster[i] == c && i != centres[c]) {
        out[next++] = rows[i];
      }
    }
    return out;
  }

  /** Merged rows go after the last visual row, before end marks and text. */
  private static PrunePlan plan(TokenLayout layout, int[] keptRows, int[][] merged) {
    boolean[] dropped = Indices.mask(layout.candidates(), layout.size());
    for (int row : keptRows) {
      dropped[row] = false;
    }
    int end = endOfVisualSpan(layout);
    PlanBuilder plan = new PlanBuilder();
    for (int row = 0; row < layout.size(); row++) {
      if (row == end) {
        addMerged(plan, merged);
      }
      if (!dropped[row]) {
        plan.keep(layout.kinds()[row], row);
      }
    }
    if (end == layout.size()) {
      addMerged(plan, merged);
    }
    return plan.build(PositionPolicy.COMPACT);
  }

  private static void addMerged(PlanBuilder plan, int[][] merged) {
    for (int[] rows : merged) {
      float[] weights = new float[rows.length];
      Arrays.fill(weights, (float) (1 / (rows.length + MERGE_EPSILON)));
      plan.mix(TokenKind.MERGED, rows, weights);
    }
  }

  private static int endOfVisualSpan(TokenLayout layout) {
    int row = layout.size();
    while (row > 0
        && (layout.kinds()[row - 1] == TokenKind.TEXT
            || layout.kinds()[row - 1] == TokenKind.VISION_MARK)) {
      row--;
    }
    return row;
  }
}
