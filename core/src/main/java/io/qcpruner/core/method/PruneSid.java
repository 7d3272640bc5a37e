package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
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
 * Groups patches by principal components and keeps the most attended ones of each group that are
 * not too similar. Paper: "Prune Redundancy, Preserve Essence: Vision Token Compression in VLMs via
 * Synergistic Importance-Diversity". Symbols of the specification: K = budget of a view with its
 * class row, G = groups, a = class attention, T = threshold.
 */
public final class PruneSid extends TileMethod {

  static final Setting<TileFeatures> TILE_ORDER =
      Setting.choice("tile-order", "where the features of a tile go", TileFeatures.class)
          .withDefault(TileFeatures.OFFICIAL);

  /** Where the features of a tile go. */
  public enum TileFeatures {
    /** The k-th feature in group order takes the k-th smallest kept place, as published. */
    OFFICIAL,
    /** Every feature stays in its own place. */
    RASTER
  }

  /** What may be set. */
  public record Parameters(TileFeatures tileOrder) {
    public static final Parameters DEFAULTS = new Parameters(TileFeatures.OFFICIAL);
  }

  static final String PAPER =
      "Prune Redundancy, Preserve Essence: Vision Token Compression in VLMs via Synergistic"
          + " Importance-Diversity";

  private final Parameters parameters;

  public PruneSid(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "prunesid";
  }

  @Override
  public String label() {
    return parameters.tileOrder == TileFeatures.OFFICIAL ? "PruneSID" : "PruneSID (raster tiles)";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(TILE_ORDER, parameters.tileOrder);
  }

  @Override
  public Source source() {
    return new Source(PAPER, "ZhengyaoFang/PruneSID @4ef17d9");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.TOWER_STATES, Signal.CLASS_ATTENTION);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix states = signals.get(Signal.TOWER_STATES).requireFinite("tower states");
    Matrix attention = signals.get(Signal.CLASS_ATTENTION).requireFinite("class attention");
    Checks.rows("tower states", states.rows(), vision.towerRows());
    Checks.rows("class attention", attention.rows(), vision.views());
    int[][] picks = new int[vision.views()][];
    for (int v = 0; v < picks.length; v++) {
      int first = vision.towerRow(v, 0);
      picks[v] = view(states.rows(first, first + vision.patches()), attention.row(v), perView);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(attention.data())
        .result(plan(vision, picks));
  }

  /** Kept patches of one view in group order; one of the budget's slots is the class row's. */
  static int[] view(Matrix features, float[] attention, int budget) {
    return view(features, PcaGroups.of(features, Math.max(1, budget / 4)), attention, budget);
  }

  static int[] view(Matrix features, PcaGroups groups, float[] attention, int budget) {
    Matrix similarity = Kernels.cosine(features);
    double threshold = budget / 32.0 * upperMean(similarity);
    List<GroupRanking> rankings =
        groups.members().stream()
            .map(members -> GroupRanking.of(members, attention, similarity, threshold))
            .toList();
    return take(rankings, GroupAllocation.of(rankings, budget, 1), budget - 1);
  }

  /** The first tokens of each group's ranking, group by group, never more than the limit. */
  static int[] take(List<GroupRanking> rankings, int[] counts, int limit) {
    int[] out = {};
    for (int g = 0; g < counts.length; g++) {
      out = Indices.concat(out, Arrays.copyOf(rankings.get(g).order(), counts[g]));
    }
    return out.length > limit ? Arrays.copyOf(out, limit) : out;
  }

  /** Mean above the diagonal. */
  private static double upperMean(Matrix similarity) {
    int n = similarity.rows();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        sum += similarity.get(i, j);
      }
    }
    return n < 2 ? 0 : sum / (n * (n - 1L) / 2);
  }

  private PrunePlan plan(VisionLayout vision, int[][] picks) {
    PlanBuilder plan = new PlanBuilder();
    plan.keep(TokenKind.CLASS, vision.classTowerRow(0));
    for (int patch : picks[0]) {
      plan.keep(TokenKind.PATCH, vision.towerRow(0, patch));
    }
    int[][] places = Arrays.stream(picks).map(Indices::sorted).toArray(int[][]::new);
    for (TileOrder.Cell cell : TileOrder.of(vision, places)) {
      int source =
          parameters.tileOrder == TileFeatures.OFFICIAL
              ? picks[cell.view()][cell.rank()]
              : cell.patch();
      plan.keep(TokenKind.PATCH, vision.towerRow(cell.view(), source));
    }
    for (int v = 1; v < picks.length; v++) {
      plan.keep(TokenKind.CLASS, vision.classTowerRow(v));
    }
    if (vision.views() == 1 && vision.endNewline()) {
      plan.keep(TokenKind.NEWLINE, vision.newlineSource());
    }
    return plan.build(PositionPolicy.COMPACT);
  }
}
