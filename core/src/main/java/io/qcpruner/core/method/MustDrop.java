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
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Merges windows that look alike after the tower's first layer, drops patches that the text ignores
 * after a few decoder layers, and cuts caches to what is left before the first token. Patches the
 * class row attends to are never dropped. Paper: "Multi-Stage Vision Token Dropping: Towards
 * Efficient Multimodal Large Language Model". Symbols of the specification: g = sum and m = maximum
 * of the suffix rows' attention on a patch.
 *
 * <p>Thresholds decide how many patches stay, so the picture and the question do; the budget picks
 * one of the published pairs of thresholds, whose averages on the authors' data it names.
 */
public final class MustDrop implements Pruner {

  static final Setting<Double> GLOBAL =
      Setting.share("global-threshold", "patches with less of all attention paid to patches may go")
          .withDefaultText("from the budget");
  static final Setting<Double> INDIVIDUAL =
      Setting.share("individual-threshold", "patches that no text row attends to more may go")
          .withDefaultText("from the budget");
  static final List<Setting<?>> SETTINGS = List.of(GLOBAL, INDIVIDUAL, CommonSettings.TRIM_CACHES);

  private static final Stage TOWER = new Stage.AfterVision();
  private static final double ALIKE = 0.8;
  private static final double KEY_SHARE = 0.08;

  /** Tokens of 576 on average, then the thresholds, as published for TextVQA. */
  private static final double[][] PUBLISHED = {
    {192, 0.001, 0.001}, {128, 0.0012, 0.001}, {64, 0.011, 0.01}
  };

  private static final int PUBLISHED_PATCHES = 576;

  /**
   * @param layers decoder layers after which patches go, ascending
   * @param towerLayer zero-based tower layer whose class attention protects patches: the last one
   * @param nominalPatches candidates that a budget is meant for
   * @param global empty: from the budget
   * @param individual empty: from the budget
   * @param trimCaches whether caches of layers from the first of {@code layers} on are cut
   */
  public record Parameters(
      List<Integer> layers,
      int towerLayer,
      int nominalPatches,
      Optional<Double> global,
      Optional<Double> individual,
      boolean trimCaches) {
    public Parameters {
      layers = List.copyOf(layers);
      layers.forEach(Checks::layer);
      Checks.layer(towerLayer);
      Checks.atLeast("nominal patches", nominalPatches, 1);
      global.ifPresent(t -> Checks.unit("global threshold", t));
      individual.ifPresent(t -> Checks.unit("individual threshold", t));
    }

    /** Published layers 2, 6, 10 and 14, at the same depth in shallower decoders. */
    static List<Integer> layers(BackboneFacts backbone) {
      return IntStream.of(2, 6, 10, 14)
          .map(backbone::scaledLayer)
          .map(layer -> Math.max(0, Math.min(layer, backbone.decoderLayers() - 2)))
          .distinct()
          .boxed()
          .toList();
    }
  }

  private final Parameters parameters;

  public MustDrop(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "mustdrop";
  }

  @Override
  public String label() {
    return parameters.trimCaches ? "MustDrop" : "MustDrop (caches whole)";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    Settings set = Settings.NONE.with(CommonSettings.TRIM_CACHES, parameters.trimCaches);
    Settings some = parameters.global.map(t -> set.with(GLOBAL, t)).orElse(set);
    return parameters.individual.map(t -> some.with(INDIVIDUAL, t)).orElse(some);
  }

  @Override
  public Source source() {
    return new Source(
        "Multi-Stage Vision Token Dropping: Towards Efficient Multimodal Large Language Model"
            + " (arXiv 2411.10803)",
        "liuting20/MustDrop @909afa5");
  }

  @Override
  public List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    stages.add(TOWER);
    parameters.layers.forEach(layer -> stages.add(new Stage.AfterLayer(layer)));
    return List.copyOf(stages);
  }

  @Override
  public Set<Integer> towerLayers() {
    return Set.of(parameters.towerLayer);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return stage.equals(TOWER)
        ? Set.of(Signal.TOWER_GROUPS)
        : Set.of(Signal.ATTENTION, Signal.TOWER_GROUPS, Signal.LAYER_CLASS_ATTENTION);
  }

  @Override
  public Optional<TowerMerging> towerMerging(VisionLayout vision, Budget budget) {
    return keepsAll(budget, vision)
        ? Optional.empty()
        : Optional.of(new WindowMerge(vision.gridRows(), vision.gridCols(), ALIKE));
  }

  @Override
  public OptionalInt cachesTrimmedFrom() {
    return parameters.trimCaches ? OptionalInt.of(parameters.layers.get(0)) : OptionalInt.empty();
  }

  private boolean keepsAll(Budget budget, VisionLayout vision) {
    int nominal = parameters.nominalPatches;
    int n = vision.views() * vision.patches();
    return budget.resolve(nominal, vision.views()) >= nominal
        || budget.resolve(n, vision.views()) >= n;
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (!stages().contains(stage)) {
      throw new IllegalArgumentException(name() + " acts " + stages() + ", not " + stage);
    }
    return stage.equals(TOWER) ? behindTower(signals, budget) : inDecoder(signals, budget);
  }

  private PruneResult behindTower(Signals signals, Budget budget) {
    VisionLayout vision = signals.vision();
    int n = vision.views() * vision.patches();
    TraceBuilder trace = new TraceBuilder(this, budget, n).parts(vision.views());
    if (keepsAll(budget, vision)) {
      return trace
          .kept(Indices.range(n))
          .result(PrunePlan.unchanged(vision, PositionPolicy.COMPACT));
    }
    TowerRowGroups groups = TowerRowGroups.of(signals, vision);
    return trace
        .note("thresholds decide how many rows are kept, not the budget")
        .order(groups.patchNumbers())
        .merged(groups.mergedPatchNumbers())
        .result(groups.plan());
  }

  private PruneResult inDecoder(Signals signals, Budget budget) {
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    TraceBuilder trace = new TraceBuilder(this, budget, n);
    if (n == 0 || keepsAll(budget, signals.vision())) {
      return trace
          .kept(Indices.range(n))
          .result(PrunePlan.unchanged(layout, PositionPolicy.COMPACT));
    }
    int[] suffix = IntStream.range(layout.suffixStart(), layout.size()).toArray();
    Matrix attention = signals.attention(suffix).requireFinite("attention of text rows:");
    double[] thresholds = thresholds(budget, layout);
    boolean[] key = keyRows(signals, layout);
    float[] global = new float[n];
    float[] most = new float[n];
    double total = 0;
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int row = 0; row < suffix.length; row++) {
        sum += attention.get(row, i);
        most[i] = Math.max(most[i], attention.get(row, i));
      }
      global[i] = (float) sum;
      total += sum;
    }
    double limit = total * thresholds[0];
    int[] kept = Indices.range(n, i -> key[i] || !(global[i] < limit && most[i] < thresholds[1]));
    trace.note("thresholds decide how many rows are kept, not the budget").utility(global);
    return kept.length == n
        ? trace.kept(kept).result(PrunePlan.unchanged(layout, PositionPolicy.COMPACT))
        : trace
            .order(kept)
            .result(SequenceSelection.keepRows(layout, kept, PositionPolicy.COMPACT));
  }

  private double[] thresholds(Budget budget, TokenLayout layout) {
    int nominal = parameters.nominalPatches;
    int tokens = budget.resolve(nominal, Math.max(1, layout.candidateGroups().length));
    double of576 = (double) tokens / nominal * PUBLISHED_PATCHES;
    double[] nearest = PUBLISHED[0];
    for (double[] pair : PUBLISHED) {
      nearest = Math.abs(pair[0] - of576) < Math.abs(nearest[0] - of576) ? pair : nearest;
    }
    return new double[] {
      parameters.global.orElse(nearest[1]), parameters.individual.orElse(nearest[2])
    };
  }

  /** Candidates that are never dropped: in each view those the class row attends to most. */
  private boolean[] keyRows(Signals signals, TokenLayout layout) {
    VisionLayout vision = signals.vision();
    TowerRowGroups groups = TowerRowGroups.of(signals, vision);
    Matrix attention =
        signals
            .get(Signal.LAYER_CLASS_ATTENTION, parameters.towerLayer)
            .requireFinite("class attention:");
    Checks.rows("class attention", attention.rows(), vision.views());
    int patches = vision.patches();
    boolean[] key = new boolean[vision.views() * patches];
    for (int v = 0; v < vision.views(); v++) {
      int[] rows = groups.firsts()[v];
      int count = (int) Math.ceil(KEY_SHARE * rows.length);
      for (int i : Kernels.topK(Indices.gather(attention.row(v), rows), count)) {
        key[v * patches + rows[i]] = true;
      }
    }
    int[] candidates = layout.candidates();
    boolean[] protectedRows = new boolean[candidates.length];
    for (int i = 0; i < protectedRows.length; i++) {
      int row = candidates[i];
      int patch = layout.gridRows()[row] * vision.gridCols() + layout.gridCols()[row];
      protectedRows[i] = key[layout.groups()[row] * patches + patch];
    }
    return protectedRows;
  }
}
