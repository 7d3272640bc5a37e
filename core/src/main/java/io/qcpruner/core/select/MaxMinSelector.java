package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.Set;

/**
 * Max-min diversity. The core of DivPrune (CVPR 2025): no query.
 *
 * <p>The distance is 1 - cosine. The first pick is the token farthest from its nearest other token,
 * each further one is farthest from its nearest picked token. The objective is the smallest
 * distance between two picks, NaN for a single one.
 */
public record MaxMinSelector() implements Selector {

  @Override
  public String name() {
    return "max-min";
  }

  @Override
  public String label() {
    return "Max-min";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(Part.AFFINITY);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    int n = input.tokens();
    return k >= n ? Selection.everything(n) : select(input.checkedCosine(), k);
  }

  /** Picks k rows of an [N, N] cosine matrix, {@code k < N}. */
  public static Selection select(Matrix cosine, int k) {
    int n = cosine.rows();
    StepwisePicker picker = new StepwisePicker(n, KeepCount.checked(k));
    float[] nearest = nearestOther(cosine);
    double objective = Double.NaN;
    int pick = picker.pick(nearest);
    Arrays.fill(nearest, Float.POSITIVE_INFINITY);
    while (true) {
      for (int i = 0; i < n; i++) {
        nearest[i] = Math.min(nearest[i], 1 - cosine.get(pick, i));
      }
      if (picker.done()) {
        return picker.withObjective(objective);
      }
      pick = picker.pick(nearest);
      objective = Double.isNaN(objective) ? nearest[pick] : Math.min(objective, nearest[pick]);
    }
  }

  private static float[] nearestOther(Matrix cosine) {
    float[] nearest = new float[cosine.rows()];
    for (int j = 0; j < nearest.length; j++) {
      float closest = Float.NEGATIVE_INFINITY;
      for (int i = 0; i < nearest.length; i++) {
        if (i != j) {
          closest = Math.max(closest, cosine.get(j, i));
        }
      }
      nearest[j] = 1 - closest;
    }
    return nearest;
  }
}
