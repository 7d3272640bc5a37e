package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.objective.EdgeWeight;
import java.util.Set;

/**
 * QCPruner's coverage, beyond the paper: once no token adds to the coverage any more, places go to
 * the tokens of the largest utility instead of those of the lowest index. The objective is the
 * same, because what is exchanged adds nothing to it.
 */
public record FilledCoverageSelector() implements Selector {

  private static final CoverageSelector COVERAGE = new CoverageSelector(EdgeWeight.BILATERAL);

  @Override
  public String name() {
    return "coverage-filled";
  }

  @Override
  public String label() {
    return "QCPruner, filled";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(Part.UTILITY, Part.AFFINITY);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    Selection covered = COVERAGE.select(input, k);
    int useful = 0;
    while (useful < covered.gains().length && covered.gains()[useful] > 0) {
      useful++;
    }
    if (useful == covered.gains().length) {
      return covered;
    }
    int[] order = covered.order().clone();
    boolean[] taken = new boolean[input.tokens()];
    for (int t = 0; t < useful; t++) {
      taken[order[t]] = true;
    }
    // the k largest hold enough tokens that coverage has not taken
    int at = useful;
    for (int token : Kernels.topK(input.requireUtility(), k)) {
      if (at < k && !taken[token]) {
        order[at++] = token;
      }
    }
    return new Selection(
        order, covered.gains(), covered.objective(), covered.evaluations(), covered.notes());
  }
}
