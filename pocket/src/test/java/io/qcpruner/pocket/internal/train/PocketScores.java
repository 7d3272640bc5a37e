package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.question.Family;
import java.util.EnumMap;
import java.util.Map;

/** Hits and questions per family. */
public final class PocketScores {

  private final Map<Family, int[]> counts = new EnumMap<>(Family.class);

  public void add(Family family, boolean right) {
    int[] c = counts.computeIfAbsent(family, f -> new int[2]);
    c[0] += right ? 1 : 0;
    c[1]++;
  }

  /** Share of right answers; NaN if nothing was asked. */
  public double accuracy(Family family) {
    int[] c = counts.get(family);
    return c == null ? Double.NaN : (double) c[0] / c[1];
  }

  /** Mean over the families that were asked. */
  public double mean() {
    return counts.keySet().stream().mapToDouble(this::accuracy).average().orElse(Double.NaN);
  }

  /**
   * The paper's Avg. Rel.: mean over the families of accuracy relative to the unpruned model.
   * Families in which the unpruned model has no hit are left out.
   */
  public double relativeTo(PocketScores full) {
    return counts.keySet().stream()
        .filter(f -> full.accuracy(f) > 0)
        .mapToDouble(f -> accuracy(f) / full.accuracy(f))
        .average()
        .orElse(Double.NaN);
  }

  public int questions() {
    return counts.values().stream().mapToInt(c -> c[1]).sum();
  }
}
