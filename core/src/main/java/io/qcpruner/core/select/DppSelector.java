package io.qcpruner.core.select;

import io.qcpruner.core.objective.FastMap;
import java.util.List;
import java.util.Set;

/**
 * Conditional determinantal point process by Fast-MAP: the backend of CDPruner (NeurIPS 2025) on
 * shared inputs. The similarity is the raw cosine, the quality the floored utility; gains are
 * residual variances, the objective is the log-determinant.
 */
public record DppSelector() implements Selector {

  @Override
  public String name() {
    return "dpp";
  }

  @Override
  public String label() {
    return "CDPruner-DPP";
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
    FastMap.Result result =
        FastMap.select(input.checkedCosine(), input.quality(), KeepCount.checked(k));
    List<String> notes =
        result.byQuality() == 0
            ? List.of()
            : List.of("kernel out of rank: last " + result.byQuality() + " picks by quality");
    return new Selection(result.order(), result.gains(), result.logDet(), 0, notes);
  }
}
