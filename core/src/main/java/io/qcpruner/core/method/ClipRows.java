package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PlanBuilder;
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
}
