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
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * HoliTom's merge inside the decoder: what the last prompt row attends to least joins the kept row
 * it is most like, one after another, each time half and half.
 */
final class InnerMerge {

  private final Pruner method;
  private final double share;

  /**
   * @param share of the rows that merge away
   */
  InnerMerge(Pruner method, double share) {
    this.method = method;
    this.share = share;
  }

  PruneResult plan(Signals signals, Budget budget) {
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    TraceBuilder trace = new TraceBuilder(method, budget, n);
    int unpruned = signals.unprunedCandidates();
    int keep = (int) Math.rint(n * (1 - share));
    boolean everything = budget.resolve(unpruned, layout.candidateGroups().length) >= unpruned;
    if (n == 0 || keep >= n || everything) {
      return trace.kept(Indices.range(n)).result(PrunePlan.unchanged(layout, PositionPolicy.KEEP));
    }
    int last = layout.size() - 1;
    float[] score =
        signals
            .attention(new int[] {last})
            .requireFinite("attention of sequence row " + last + ":")
            .row(0);
    int[] kept = Kernels.topK(score, Math.max(1, keep));
    Map<Integer, List<Integer>> joined = join(signals, kept, n);
    return trace
        .order(kept)
        .merged(joined.keySet().stream().mapToInt(k -> k).toArray())
        .utility(score)
        .result(rows(layout, kept, joined));
  }

  /**
   * For each kept candidate those that join it, ascending; of two that are as like, the one with
   * more attention gets them.
   */
  private static Map<Integer, List<Integer>> join(Signals signals, int[] kept, int n) {
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    Checks.rows("visual states", states.rows(), n);
    int[] dropped = Indices.complement(kept, n);
    Matrix cosine = Kernels.cosine(states, dropped, states.selectRows(kept));
    Map<Integer, List<Integer>> out = new HashMap<>();
    for (int d = 0; d < dropped.length; d++) {
      int best = 0;
      for (int k = 1; k < kept.length; k++) {
        if (cosine.get(d, k) > cosine.get(d, best)) {
          best = k;
        }
      }
      out.computeIfAbsent(kept[best], k -> new ArrayList<>()).add(dropped[d]);
    }
    return out;
  }

  private static PrunePlan rows(
      TokenLayout layout, int[] kept, Map<Integer, List<Integer>> joined) {
    int[] candidates = layout.candidates();
    boolean[] dropped = Indices.mask(candidates, layout.size());
    Map<Integer, List<Integer>> members = new HashMap<>();
    for (int candidate : kept) {
      dropped[candidates[candidate]] = false;
      members.put(candidates[candidate], joined.getOrDefault(candidate, List.of()));
    }
    PlanBuilder plan = new PlanBuilder();
    for (int row = 0; row < layout.size(); row++) {
      if (!dropped[row]) {
        write(plan, layout, row, members.getOrDefault(row, List.of()), candidates);
      }
    }
    return plan.build(PositionPolicy.KEEP);
  }

  /** h = (h + member) / 2 for one member after another: the last one weighs a half. */
  private static void write(
      PlanBuilder plan, TokenLayout layout, int row, List<Integer> members, int[] candidates) {
    if (members.isEmpty()) {
      plan.keep(layout.kinds()[row], row);
      return;
    }
    int t = members.size();
    int[] sources = new int[t + 1];
    float[] weights = new float[t + 1];
    sources[0] = row;
    weights[0] = (float) Math.scalb(1.0, -t);
    for (int m = 0; m < t; m++) {
      sources[m + 1] = candidates[members.get(m)];
      weights[m + 1] = (float) Math.scalb(1.0, m - t);
    }
    plan.mix(TokenKind.MERGED, sources, weights);
  }
}
