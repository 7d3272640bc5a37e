package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Drops a few patches after every layer by a fixed recipe: those with the lowest product of the
 * attention that other patches and that the text pay them. Paper: "Fit and Prune: Fast and
 * Training-free Visual Token Pruning for Multi-modal Large Language Models". Symbols of the
 * specification: M = largest attention of any head, self and cross = mean of M over patch rows and
 * sum of M over the rows after the picture.
 *
 * <p>The budget is an average over the decoder's layers; the published recipes were fitted on
 * LLaVA-1.5-7B.
 */
public final class FitPrune implements Pruner {

  static final Setting<Integer> SAVING =
      Setting.natural(
              "saving",
              "percent of computation that a published recipe saves (10, 20, 30, 40, 50, 55, 60,"
                  + " 70, 80, 90), whatever the budget; 0 takes the recipe from the budget")
          .withDefault(0);

  /**
   * @param decoderLayers how many layers the decoder has
   * @param nominalPatches candidates that a budget is meant for, whatever the picture
   * @param saving of a published recipe; 0 takes the recipe from the budget
   */
  public record Parameters(int decoderLayers, int nominalPatches, int saving) {
    public Parameters {
      Checks.atLeast("decoder layers", decoderLayers, 2);
      Checks.atLeast("nominal patches", nominalPatches, 1);
      if (saving != 0) {
        FitSchedule.published(saving, decoderLayers);
      }
    }
  }

  private final Parameters parameters;

  public FitPrune(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "fitprune";
  }

  @Override
  public String label() {
    return parameters.saving > 0 ? "FitPrune (saving " + parameters.saving + " %)" : "FitPrune";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(SAVING, parameters.saving);
  }

  @Override
  public Source source() {
    return new Source(
        "Fit and Prune: Fast and Training-free Visual Token Pruning for Multi-modal Large Language"
            + " Models (AAAI 2025)",
        "ywh187/FitPrune @d28e418");
  }

  /** Behind all layers but the last, whose rows nobody reads. */
  @Override
  public List<Stage> stages() {
    return IntStream.range(0, parameters.decoderLayers - 1)
        .mapToObj(layer -> (Stage) new Stage.AfterLayer(layer))
        .toList();
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.ATTENTION_PEAKS);
  }

  @Override
  public void requireBudget(Budget budget, int patches) {
    target(budget, 1, patches, 0);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (!stages().contains(stage)) {
      throw new IllegalArgumentException(name() + " acts " + stages() + ", not " + stage);
    }
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    int groups = Math.max(1, layout.candidateGroups().length);
    int layer = ((Stage.AfterLayer) stage).layer();
    int target = Math.max(1, target(budget, groups, signals.unprunedCandidates(), layer));
    TraceBuilder trace = new TraceBuilder(this, budget, n).note("budget is an average over layers");
    if (target >= n || n == 0) {
      return trace.kept(Indices.range(n)).result(PrunePlan.unchanged(layout, PositionPolicy.KEEP));
    }
    float[] score = score(signals, layout, n);
    int[] picked = Kernels.topK(score, target);
    return trace
        .order(picked)
        .utility(score)
        .result(SequenceSelection.keepRows(layout, picked, PositionPolicy.KEEP));
  }

  /** The product of what other patches and what the text pay. */
  static float[] score(Signals signals, TokenLayout layout, int n) {
    Matrix self = signals.attentionPeaks(layout.candidates()).requireFinite("attention peaks:");
    int[] suffix = IntStream.range(layout.suffixStart(), layout.size()).toArray();
    Matrix cross = signals.attentionPeaks(suffix).requireFinite("attention peaks:");
    float[] score = new float[n];
    for (int i = 0; i < n; i++) {
      score[i] = (float) ((double) cross.get(0, i) * self.get(0, i) / n);
    }
    return score;
  }

  private int target(Budget budget, int groups, int unpruned, int layer) {
    int layers = parameters.decoderLayers;
    int nominal = parameters.nominalPatches;
    int tokens = budget.resolve(nominal, groups);
    if (tokens >= nominal || tokens >= unpruned) {
      return unpruned;
    }
    FitSchedule schedule =
        parameters.saving > 0
            ? FitSchedule.published(parameters.saving, layers)
            : FitSchedule.ofAverage((double) tokens / nominal, layers);
    return schedule.after(layer, unpruned);
  }
}
