package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Kernels;
import java.util.Set;

/** The k tokens of the largest utility, each on its own. The objective is their utility sum. */
public record TopKSelector() implements Selector {

  @Override
  public String name() {
    return "top-k";
  }

  @Override
  public String label() {
    return "Top-K";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(Part.UTILITY);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    if (k >= input.tokens()) {
      return Selection.everything(input.tokens());
    }
    float[] utility = input.requireUtility();
    int[] order = Kernels.topK(utility, KeepCount.checked(k));
    float[] gains = new float[k];
    double sum = 0;
    for (int t = 0; t < k; t++) {
      gains[t] = utility[order[t]];
      sum += gains[t];
    }
    return new Selection(order, gains, sum);
  }
}
