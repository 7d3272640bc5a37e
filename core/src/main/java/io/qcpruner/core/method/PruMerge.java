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
import java.util.List;
import java.util.Set;

/**
 * Keeps the patches whose class attention stands out (in the plus variant an even lattice too),
 * adds to each its most similar others, and sums up the rest in one more row. Paper:
 * "LLaVA-PruMerge: Adaptive Token Reduction for Efficient Large Multimodal Models". Symbols of the
 * specification: s = class attention as one wide head, m = centres, k = neighbours.
 */
public final class PruMerge extends TileMethod {

  static final Setting<Count> COUNT =
      Setting.choice("centres", "how many patches become centres", Count.class)
          .withDefault(Count.BUDGET);
  static final Setting<Order> ORDER =
      Setting.choice("row-order", "order of the rows in front of the decoder", Order.class)
          .withDefault(Order.OFFICIAL);
  static final List<Setting<?>> SETTINGS = List.of(COUNT, ORDER);

  /** Neighbours that a centre takes up; a constant of the published code. */
  private static final int NEIGHBOURS = 32;

  /** Outliers lie more than this many interquartile ranges above the upper quartile. */
  private static final double WHISKER = 1.5;

  /** How many patches become centres. */
  public enum Count {
    /** As many as the budget leaves beside the row of the rest. */
    BUDGET,
    /** The outliers of the class attention, as published: the picture decides, not the budget. */
    ADAPTIVE
  }

  /** Order of the rows in front of the decoder; the row of the rest is the last one. */
  public enum Order {
    /** Centres by falling score, then the lattice. */
    OFFICIAL,
    RASTER
  }

  /**
   * @param plus whether an even lattice of patches supplements the centres
   * @param towerLayer zero-based tower layer of queries and keys: the last one
   * @param neighbours k
   */
  public record Parameters(boolean plus, Count count, Order order, int towerLayer, int neighbours) {
    public Parameters {
      Checks.layer(towerLayer);
      Checks.atLeast("neighbours", neighbours, 0);
    }

    /** With the published number of neighbours. */
    public Parameters(boolean plus, Count count, Order order, int towerLayer) {
      this(plus, count, order, towerLayer, NEIGHBOURS);
    }
  }

  private final Parameters parameters;

  public PruMerge(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return parameters.plus ? "prumerge-plus" : "prumerge";
  }

  @Override
  public String label() {
    return (parameters.plus ? "PruMerge+" : "PruMerge")
        + (parameters.count == Count.BUDGET ? " (fixed count)" : "")
        + (parameters.order == Order.RASTER ? " (raster order)" : "");
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(COUNT, parameters.count).with(ORDER, parameters.order);
  }

  @Override
  public Source source() {
    return new Source(
        "LLaVA-PruMerge: Adaptive Token Reduction for Efficient Large Multimodal Models (ICCV 2025)",
        "42Shawn/LLaVA-PruMerge @097c041");
  }

  @Override
  public Set<Integer> towerLayers() {
    return Set.of(parameters.towerLayer);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.LAYER_CLASS_QUERY, Signal.LAYER_KEYS);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix query =
        signals.get(Signal.LAYER_CLASS_QUERY, parameters.towerLayer).requireFinite("class query:");
    Matrix keys =
        signals.get(Signal.LAYER_KEYS, parameters.towerLayer).requireFinite("tower keys:");
    Checks.rows("class query", query.rows(), vision.views());
    Checks.rows("tower keys", keys.rows(), vision.towerRows());
    PlanBuilder plan = new PlanBuilder();
    int[] order = {};
    float[] utility = {};
    for (int v = 0; v < vision.views(); v++) {
      int from = v * vision.rowsPerView();
      Matrix own = keys.rows(from, from + vision.rowsPerView());
      float[] score = classAttention(query.row(v), own);
      int[] centres = centres(score, perView, trace);
      boolean rest = parameters.count == Count.ADAPTIVE || perView > 1;
      add(plan, vision.towerRow(v, 0), score, own.rows(1, own.rows()), centres, rest);
      order = Indices.concat(order, Indices.shifted(centres, v * vision.patches()));
      utility = Indices.concat(utility, score);
    }
    return trace
        .order(order)
        .merged(order)
        .utility(utility)
        .result(plan.build(PositionPolicy.COMPACT));
  }

  /** Softmax of one head as wide as the tower; the class row's own part is left out. */
  private static float[] classAttention(float[] query, Matrix keys) {
    Matrix products = Kernels.dots(Matrix.of(query), keys);
    double scale = 1 / Math.sqrt(query.length);
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < products.cols(); i++) {
      most = Math.max(most, products.get(0, i) * scale);
    }
    double[] exp = new double[products.cols()];
    double sum = 0;
    for (int i = 0; i < exp.length; i++) {
      exp[i] = Math.exp(products.get(0, i) * scale - most);
      sum += exp[i];
    }
    float[] score = new float[exp.length - 1];
    for (int i = 0; i < score.length; i++) {
      score[i] = (float) (exp[i + 1] / sum);
    }
    return score;
  }

  /** Centres in the order of the published code. */
  private int[] centres(float[] score, int perView, TraceBuilder trace) {
    int n = score.length;
    if (parameters.count == Count.ADAPTIVE) {
      int outliers = Math.max(1, outliers(score));
      trace.note("the picture decides how many rows are kept, not the budget");
      int[] top = Kernels.topK(score, outliers);
      // published: int(int(1 / ratio) / 3) apart, the last patch never among them
      int gap = Math.max(1, (int) (1 / ((double) outliers / n)) / 3);
      return parameters.plus ? supplemented(top, lattice(n, gap), n) : top;
    }
    int centres = Math.max(1, perView - 1);
    if (!parameters.plus) {
      return Kernels.topK(score, centres);
    }
    int top = Math.max(1, centres / 2);
    int grid = centres - top;
    int[] even = new int[grid];
    Arrays.setAll(even, j -> (int) ((long) j * n / grid));
    int[] chosen = supplemented(Kernels.topK(score, top), even, n);
    // lattice points that are centres already are made up for by score
    int[] ranked = Kernels.topK(score, n);
    return Arrays.copyOf(supplemented(chosen, ranked, n), centres);
  }

  private static int[] lattice(int n, int gap) {
    int[] points = new int[(n - 2) / gap + 1];
    Arrays.setAll(points, j -> j * gap);
    return points;
  }

  /** The list and those of the others that are not in it, in their order. */
  private static int[] supplemented(int[] first, int[] others, int n) {
    boolean[] in = Indices.mask(first, n);
    return Indices.concat(first, Arrays.stream(others).filter(i -> !in[i]).toArray());
  }

  /** How many scores stand out above the others. */
  static int outliers(float[] score) {
    float[] sorted = score.clone();
    Arrays.sort(sorted);
    double lower = quantile(sorted, 0.25);
    double upper = quantile(sorted, 0.75);
    double bound = upper + WHISKER * (upper - lower);
    int count = 0;
    for (float s : score) {
      count += s > bound ? 1 : 0;
    }
    return count;
  }

  private static double quantile(float[] sorted, double q) {
    double at = q * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  private void add(
      PlanBuilder plan, int first, float[] score, Matrix keys, int[] centres, boolean rest) {
    int n = score.length;
    int[] others = Indices.complement(centres, n);
    // candidates in the order of the published code, so that ties fall alike
    int[] candidates = Indices.concat(centres, others);
    int[] rows = parameters.order == Order.RASTER ? Indices.sorted(centres) : centres;
    Matrix cosine = Kernels.cosine(keys.selectRows(rows), keys.selectRows(candidates));
    for (int c = 0; c < rows.length; c++) {
      float[] likeness = cosine.row(c);
      int own = indexOf(candidates, rows[c]);
      likeness[own] = Float.NEGATIVE_INFINITY;
      int count = Math.min(parameters.neighbours, n - 1);
      int[] neighbours = Indices.gather(candidates, Kernels.topK(likeness, count));
      plan.mix(
          TokenKind.MERGED,
          Indices.shifted(Indices.concat(new int[] {rows[c]}, neighbours), first),
          Indices.concat(new float[] {1f}, Indices.gather(score, neighbours)));
    }
    if (rest && others.length == 0) {
      plan.mix(
          TokenKind.MERGED, new int[] {first}, new float[] {0f}); // as published: nothing is left
    } else if (rest) {
      plan.mix(TokenKind.MERGED, Indices.shifted(others, first), Indices.gather(score, others));
    }
  }

  private static int indexOf(int[] values, int value) {
    int i = 0;
    while (values[i] != value) {
      i++;
    }
    return i;
  }
}
