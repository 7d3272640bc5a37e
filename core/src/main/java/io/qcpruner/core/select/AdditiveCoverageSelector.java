package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.Picks;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The backend of MMTok on shared inputs: the anchors are its text, utility and floor are not used.
 *
 * @param coverage temperatures and weight
 * @param utilityRow whether one text row made from the utility stands in for the anchors; a
 *     different selector, for inputs without anchors
 */
public record AdditiveCoverageSelector(AdditiveCoverage coverage, boolean utilityRow)
    implements Selector {

  /** With anchors. */
  public AdditiveCoverageSelector(AdditiveCoverage coverage) {
    this(coverage, false);
  }

  @Override
  public String name() {
    return utilityRow ? "mmtok-utility-row" : "mmtok-style";
  }

  @Override
  public String label() {
    return utilityRow ? "MMTok-style, utility row" : "MMTok-style";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(utilityRow ? Part.UTILITY : Part.ANCHORS, Part.AFFINITY);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    int n = input.tokens();
    if (k >= n) {
      return Selection.everything(n);
    }
    Matrix text =
        utilityRow
            ? new Matrix(input.requireUtility(), 1, n)
            : input.requireAnchors().requireFinite("anchor cosine");
    Matrix targets = coverage.targets(text, input.checkedCosine());
    int[] all = IntStream.range(0, n).toArray();
    Picks picks = coverage.select(targets, all, KeepCount.checked(k));
    return new Selection(
        picks.order(), picks.gains(), picks.objective(), picks.evaluations(), List.of());
  }
}
