package io.qcpruner.core.select;

import io.qcpruner.core.objective.AffinityRows;
import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.objective.DenseRows;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.objective.LazyGreedy;
import io.qcpruner.core.objective.TiledRows;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Query-conditioned population coverage. QCPruner, section of the same name; the four edge weights
 * are its bilateral ablation.
 *
 * @param edges which side of an edge the utility weights
 * @param greedy how the objective is maximised
 * @param tiled whether affinities are computed from the features as they are needed, for inputs
 *     whose N x N matrix does not fit; the picks are the same
 * @param ties what is kept once nothing adds to the coverage
 */
public record CoverageSelector(EdgeWeight edges, Greedy greedy, boolean tiled, Ties ties)
    implements Selector {

  /** Candidates whose affinities are held in full; beyond it they are computed as needed. */
  private static final int DENSE_LIMIT = 4096;

  public CoverageSelector(EdgeWeight edges, Greedy greedy) {
    this(edges, greedy, false, Ties.VISUAL);
  }

  /** Exact greedy on all affinities. */
  public CoverageSelector(EdgeWeight edges) {
    this(edges, new LazyGreedy());
  }

  @Override
  public String name() {
    return switch (edges) {
      case BILATERAL -> "coverage";
      case TARGET -> "target";
      case REPRESENTATIVE -> "representative";
      case VISUAL_ONLY -> "visual-only";
    };
  }

  /** A transplanted backend is never called by its system's name. */
  @Override
  public String label() {
    return switch (edges) {
      case BILATERAL -> "QCPruner";
      case TARGET -> "Target-only coverage";
      case REPRESENTATIVE -> "Representative-only coverage";
      case VISUAL_ONLY -> "Visual-only coverage";
    };
  }

  @Override
  public Set<Part> needs() {
    return edges == EdgeWeight.VISUAL_ONLY
        ? Set.of(Part.AFFINITY)
        : Set.of(Part.UTILITY, Part.AFFINITY);
  }

  @Override
  public boolean supportsShare() {
    return true;
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    int n = input.tokens();
    if (k >= n) {
      return everything(input);
    }
    return search(input).select(KeepCount.checked(k));
  }

  @Override
  public Selection selectShare(SelectorInput input, ShareRule rule) {
    return search(input).select(rule, () -> visual(input));
  }

  private CoverageSearch search(SelectorInput input) {
    boolean filled = ties == Ties.VISUAL && edges != EdgeWeight.VISUAL_ONLY;
    return new CoverageSearch(greedy, objective(input), filled ? () -> visual(input) : null);
  }

  private FacilityLocation visual(SelectorInput input) {
    return new CoverageSelector(EdgeWeight.VISUAL_ONLY, greedy, tiled, ties).objective(input);
  }

  @Override
  public OptionalDouble bound(SelectorInput input, int[] chosen) {
    return OptionalDouble.of(Certificate.of(objective(input), chosen).upperBound());
  }

  /** The objective that this selector maximises on an input. */
  public FacilityLocation objective(SelectorInput input) {
    // without utility weights the utility may be missing
    float[] utility =
        edges == EdgeWeight.VISUAL_ONLY ? new float[input.tokens()] : input.flooredUtility();
    boolean sparing = tiled || input.cosine() == null && input.tokens() > DENSE_LIMIT;
    AffinityRows rows =
        sparing ? new TiledRows(input.requireFeatures()) : new DenseRows(input.denseCosine());
    return new FacilityLocation(rows, edges.targets(utility), edges.representatives(utility));
  }

  private Selection everything(SelectorInput input) {
    Selection all = Selection.everything(input.tokens());
    double full = objective(input).fullValue();
    return new Selection(all.order(), all.gains(), full, 0, List.of());
  }
}
