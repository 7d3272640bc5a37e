package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stays of a clip, by the candidate whose place a row takes: a patch as it is, or a mix of
 * patches of one frame or several.
 */
final class ClipRows {

  private record Mix(int[] candidates, float[] weights) {}

  private final Map<Integer, Mix> rows = new TreeMap<>();

  /** The candidate stays as it is. */
  void keep(int candidate) {
    rows.put(candidate, new Mix(new int[] {candidate}, new float[] {1f}));
  }

  /**
   * A mix takes the place of its first candidate. A single candidate of weight 1 is a patch.
   *
   * @param candidates of the mix, all different
   */
  void mix(int[] candidates, float[] weights) {
    rows.put(candidates[0], new Mix(candidates, weights));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Candidates whose places are taken, ascending. */
  int[] kept() {
    return rows.keySet().stream().mapToInt(i -> i).toArray();
  }

  /** Those that stand for several, ascending. */
  int[] merged() {
    return Arrays.stream(kept()).filter(i -> rows.get(i).candidates.length > 1).toArray();
  }

  /** Writes the row at a candidate's place. */
  void write(PlanBuilder plan, int candidate, TokenLayout layout, int[] candidates) {
    Mix mix = rows.get(candidate);
    if (mix == null) {
      return;
    }
    int[] sources = Indices.gather(candidates, mix.candidates);
    if (sources.length == 1) {
      plan.keep(layout.kinds()[sources[0]], sources[0]);
    } else {
      plan.mix(TokenKind.MERGED, sources, mix.weights);
    }
  }

  /** All rows in the order of their places; what is not a candidate stays where it is. */
  PrunePlan plan(TokenLayout layout, PositionPolicy positions) {
    int[] candidates = layout.candidates();
    boolean[] isCandidate = Indices.mask(candidates, layout.size());
    PlanBuilder plan = new PlanBuilder();
    int candidate = 0;
    for (int row = 0; row < layout.size(); row++) {
      if (isCandidate[row]) {
        write(plan, candidate++, layout, candidates);
      } else {
        plan.keep(layout.kinds()[row], row);
      }
    }
    return plan.build(positions);
  }

  /** The mean of some rows, added up in doubles. */
  static void mean(Matrix rows, int[] members, float[] out, int at) {
    if (members.length == 1) {
      System.arraycopy(rows.data(), rows.offset(members[0]), out, at, rows.cols());
      return;
    }
    double[] sum = new double[rows.cols()];
    for (int i : members) {
      int from = rows.offset(i);
      for (int c = 0; c < sum.length; c++) {
        sum[c] += rows.data()[from + c];
      }
    }
    for (int c = 0; c < sum.length; c++) {
      out[at + c] = (float) (sum[c] / members.length);
    }
  }
}
