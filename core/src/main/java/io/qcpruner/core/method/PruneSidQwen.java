package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import java.util.Set;

/**
 * PruneSID by its published rules for Qwen2-VL: no class row, so a token's score is its loading on
 * its own component; works on the merged rows. Paper: "Prune Redundancy, Preserve Essence: Vision
 * Token Compression in VLMs via Synergistic Importance-Diversity".
 */
public final class PruneSidQwen extends TileMethod {

  /** Pictures of at most this many rows are left alone, as published. */
  private static final int SMALL = 16;

  private static final int MIN_GROUPS = 4;

  /** Longer lists are put in raster order, as published; shorter ones stay in group order. */
  private static final int SORT_ABOVE = 150;

  @Override
  public String name() {
    return "prunesid";
  }

  @Override
  public String label() {
    return "PruneSID (Qwen2-VL rules)";
  }

  @Override
  public Source source() {
    return new Source(PruneSid.PAPER, "ZhengyaoFang/PruneSID @4ef17d9, Qwen2-VL part");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.PROJECTED);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix merged = signals.get(Signal.PROJECTED).requireFinite("projected");
    int patches = vision.patches();
    Checks.rows("projected", merged.rows(), vision.views() * patches);
    if (patches <= SMALL) {
      return trace
          .note("pictures of at most " + SMALL + " rows are left alone")
          .kept(Indices.range(merged.rows()))
          .result(PrunePlan.unchanged(vision, PositionPolicy.COMPACT));
    }
    int[][] picks = new int[vision.views()][];
    PlanBuilder plan = new PlanBuilder();
    float[] scores = {};
    for (int v = 0; v < picks.length; v++) {
      Matrix rows = merged.rows(v * patches, (v + 1) * patches);
      PcaGroups groups = PcaGroups.of(rows, Math.max(perView / 4, MIN_GROUPS));
      scores = Indices.concat(scores, groups.ownLoadings());
      picks[v] = view(rows, groups, perView);
      for (int patch : picks[v]) {
        plan.keep(TokenKind.PATCH, vision.towerRow(v, patch));
      }
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(scores)
        .result(plan.build(PositionPolicy.COMPACT));
  }

  private static int[] view(Matrix rows, PcaGroups groups, int budget) {
    Matrix similarity = Kernels.cosine(rows);
    double n = rows.rows();
    double threshold = Math.max(18.0 * budget / n, 1) * (upperSum(similarity) / (n * n));
    float[] score = groups.ownLoadings();
    List<GroupRanking> rankings =
        groups.members().stream()
            .map(members -> GroupRanking.of(members, score, similarity, threshold))
            .toList();
    int[] picks = PruneSid.take(rankings, GroupAllocation.of(rankings, budget, 0), budget);
    return picks.length > SORT_ABOVE ? Indices.sorted(picks) : picks;
  }

  /** Sum above the diagonal, the diagonal included. */
  private static double upperSum(Matrix similarity) {
    double sum = 0;
    for (int i = 0; i < similarity.rows(); i++) {
      for (int j = i; j < similarity.rows(); j++) {
        sum += similarity.get(i, j);
      }
    }
    return sum;
  }
}
