package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Matrix;
import java.util.Set;

/**
 * Maximal marginal relevance over visual tokens. Carbonell and Goldstein (1998), as the QCPruner
 * paper compares it.
 *
 * <p>Each step takes the largest {@code lambda * q_i - (1 - lambda) * d_i}, where q is the floored
 * utility and d the similarity to the nearest token taken so far, at least 0. The objective is the
 * sum of these scores.
 *
 * @param lambda weight of relevance against redundancy, in [0, 1]
 */
public record MmrSelector(float lambda) implements Selector {

  public MmrSelector {
    requireLambda(lambda);
  }

  static void requireLambda(float lambda) {
    if (!(lambda >= 0 && lambda <= 1)) {
      throw new IllegalArgumentException("MMR lambda must be in [0, 1], not " + lambda);
    }
  }

  /** The setting of the paper. */
  public MmrSelector() {
    this(0.5f);
  }

  @Override
  public String name() {
    return "mmr";
  }

  @Override
  public String label() {
    return "MMR";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(Part.UTILITY, Part.AFFINITY);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    int n = input.tokens();
    if (k >= n) {
      return Selection.everything(n);
    }
    Matrix cosine = input.checkedCosine();
    float[] quality = input.quality();
    float[] redundancy = new float[n];
    StepwisePicker picker = new StepwisePicker(n, KeepCount.checked(k));
    float[] scores = new float[n];
    while (!picker.done()) {
      for (int i = 0; i < n; i++) {
        scores[i] = lambda * quality[i] - (1 - lambda) * redundancy[i];
      }
      int best = picker.pick(scores);
      for (int i = 0; i < n; i++) {
        redundancy[i] = Math.max(redundancy[i], cosine.get(best, i));
      }
    }
    return picker.bySum();
  }
}
