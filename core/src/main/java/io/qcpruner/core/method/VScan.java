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
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Keeps patches that a shallow tower layer rates high in their window and patches that a deep one
 * rates high in the whole view, merges the others into them, and drops more in the decoder by the
 * attention of the last prompt row. Paper: "VScan: Rethinking Visual Token Reduction for Efficient
 * Large Vision-Language Models". Symbols of the specification: T1 = rows of a view after the tower,
 * K = first layer that sees fewer rows, T2 = rows of a view from there on.
 *
 * <p>The budget is an average over the decoder's layers: T1 = 3 T2, as in the published runs.
 */
public final class VScan implements Pruner {

  private static final Stage TOWER = new Stage.AfterProjector();

  /** Published: 96 rows after the tower and 32 after the middle layer. */
  private static final int FIRST_TO_SECOND = 3;

  /**
   * @param windows how local patches are chosen, and from which attention
   * @param shallowLayer zero-based tower layer of the local patches
   * @param deepLayer zero-based tower layer of the global patches
   * @param layer zero-based decoder layer after which rows go; K - 1
   * @param decoderLayers how many layers the decoder has
   * @param nominalPatches candidates that a budget is meant for
   * @param rotated whether the last row's attention is computed with positions; the published code
   *     for Qwen2.5-VL leaves them out
   */
  public record Parameters(
      LocalPatches windows,
      int shallowLayer,
      int deepLayer,
      int layer,
      int decoderLayers,
      int nominalPatches,
      boolean rotated) {
    public Parameters {
      Checks.layer(shallowLayer);
      Checks.layer(deepLayer);
      Checks.layer(layer);
      Checks.atLeast("nominal patches", nominalPatches, 1);
      if (layer + 1 >= decoderLayers) {
        throw new PruningRefusedException(
            "layer %d is out of range: VScan needs one after it, the decoder has layers 0 to %d"
                .formatted(layer, decoderLayers - 1));
      }
    }
  }

  private final Parameters parameters;

  public VScan(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "vscan";
  }

  @Override
  public String label() {
    return "VScan";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(CommonSettings.LAYER, parameters.layer);
  }

  @Override
  public Source source() {
    return new Source(
        "VScan: Rethinking Visual Token Reduction for Efficient Large Vision-Language Models"
            + " (TMLR 2026)",
        "Tencent/SelfEvolvingAgent @a82450e, folder VScan");
  }

  @Override
  public List<Stage> stages() {
    return List.of(TOWER, new Stage.AfterLayer(parameters.layer));
  }

  @Override
  public Set<Integer> towerLayers() {
    return parameters.shallowLayer == parameters.deepLayer
        ? Set.of(parameters.deepLayer)
        : Set.of(parameters.shallowLayer, parameters.deepLayer);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return stage.equals(TOWER)
        ? Set.of(parameters.windows.attention(), Signal.PROJECTED)
        : Set.of(Signal.NEXT_ATTENTION);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    if (stage.equals(TOWER)) {
      return behindTower(signals, budget);
    }
    if (!stages().contains(stage)) {
      throw new IllegalArgumentException(name() + " acts " + stages() + ", not " + stage);
    }
    return inDecoder(signals, budget);
  }

  /** T2 of an average: K layers see T1 = 3 T2 rows, the others T2. */
  private double second(double average) {
    int before = parameters.layer + 1;
    int layers = parameters.decoderLayers;
    return average * layers / ((FIRST_TO_SECOND - 1) * before + layers);
  }

  private PruneResult behindTower(Signals signals, Budget budget) {
    VisionLayout vision = signals.vision();
    int n = vision.patches();
    double average =
        budget instanceof Budget.Total total
            ? (double) total.tokens() / vision.nominalViews()
            : budget.resolve(n, 1);
    int tokens = Math.max(1, (int) Math.rint(FIRST_TO_SECOND * second(average)));
    TraceBuilder trace =
        new TraceBuilder(this, budget, vision.views() * n)
            .parts(vision.views())
            .note("budget is an average over layers");
    if (tokens >= n || average >= n) {
      return trace
          .kept(Indices.range(vision.views() * n))
          .result(PrunePlan.unchanged(vision, PositionPolicy.COMPACT));
    }
    Matrix shallow = attention(signals, vision, parameters.shallowLayer);
    Matrix deep = attention(signals, vision, parameters.deepLayer);
    Matrix projected = signals.get(Signal.PROJECTED).requireFinite("projected");
    Checks.rows("projected", projected.rows(), vision.views() * n);
    int[][] kept = new int[vision.views()][];
    int[][] nearest = new int[kept.length][];
    for (int v = 0; v < kept.length; v++) {
      int[] local = parameters.windows.choose(shallow.row(v), vision, tokens / 2);
      int[] others = Indices.complement(local, n);
      int[] global = Kernels.topK(Indices.gather(deep.row(v), others), tokens - local.length);
      kept[v] = Indices.sorted(Indices.concat(local, Indices.gather(others, global)));
      nearest[v] = nearest(projected.rows(v * n, (v + 1) * n), kept[v]);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, kept))
        .utility(deep.data())
        .result(merged(vision, kept, nearest));
  }

  private Matrix attention(Signals signals, VisionLayout vision, int layer) {
    Matrix made =
        signals
            .get(parameters.windows.attention(), layer)
            .requireFinite("attention of tower layer " + layer + ":");
    Checks.rows("tower attention", made.rows(), vision.views());
    return made;
  }

  /** Place in {@code kept} of the most similar kept patch, for each patch that is not kept. */
  private static int[] nearest(Matrix rows, int[] kept) {
    int[] others = Indices.complement(kept, rows.rows());
    Matrix cosine = Kernels.cosine(rows.selectRows(others), rows.selectRows(kept));
    int[] to = new int[others.length];
    for (int i = 0; i < to.length; i++) {
      to[i] = Kernels.topK(cosine.row(i), 1)[0];
    }
    return to;
  }

  private static PrunePlan merged(VisionLayout vision, int[][] kept, int[][] nearest) {
    PlanBuilder plan = new PlanBuilder();
    for (int i = 0; i < kept[0].length; i++) {
      add(plan, vision, 0, kept[0], nearest[0], i);
    }
    for (TileOrder.Cell cell : TileOrder.of(vision, kept)) {
      int view = cell.view();
      add(plan, vision, view, kept[view], nearest[view], cell.rank());
    }
    return plan.build(PositionPolicy.COMPACT);
  }

  /** A kept patch becomes the plain mean of itself and all that are most similar to it. */
  private static void add(
      PlanBuilder plan, VisionLayout vision, int view, int[] kept, int[] nearest, int place) {
    int[] others = Indices.complement(kept, vision.patches());
    int[] members = Indices.gather(others, Indices.range(nearest.length, i -> nearest[i] == place));
    int[] all = Indices.concat(new int[] {kept[place]}, members);
    float[] weights = new float[all.length];
    Arrays.fill(weights, 1f / all.length);
    plan.mix(
        members.length == 0 ? TokenKind.PATCH : TokenKind.MERGED,
        Indices.shifted(all, vision.towerRow(view, 0)),
        weights);
  }

  private PruneResult inDecoder(Signals signals, Budget budget) {
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    TraceBuilder trace = new TraceBuilder(this, budget, n).note("budget is an average over layers");
    int target = Math.max(1, (int) Math.rint(share(budget, layout) * n));
    if (target >= n) {
      return trace
          .kept(Indices.range(n))
          .result(PrunePlan.unchanged(layout, PositionPolicy.COMPACT));
    }
    int last = layout.size() - 1;
    Matrix row = signals.nextAttention(new int[] {last}, parameters.rotated);
    float[] score = row.requireFinite("attention of sequence row " + last + ":").row(0);
    int[] picked = Kernels.topK(score, target);
    return trace
        .order(picked)
        .utility(score)
        .result(SequenceSelection.keepRows(layout, picked, PositionPolicy.COMPACT));
  }

  /** The part of the rows after the tower that goes on after the decoder's layer. */
  private double share(Budget budget, TokenLayout layout) {
    int nominal = parameters.nominalPatches;
    int groups = Math.max(1, layout.candidateGroups().length);
    double average = (double) budget.resolve(nominal, groups) / nominal;
    if (average >= 1) {
      return 1;
    }
    if (FIRST_TO_SECOND * second(average) < 1) {
      return 1.0 / FIRST_TO_SECOND;
    }
    // nothing goes after the tower: the decoder alone meets the average
    int before = parameters.layer + 1;
    int layers = parameters.decoderLayers;
    return (average * layers - before) / (layers - before);
  }
}
