package io.qcpruner.core.objective;

import java.util.Arrays;
import java.util.Locale;

/**
 * How far a chosen set can be from the best one. By submodularity the best set of k tokens gains
 * over the chosen set at most the k largest remaining gains together: {@code F(best) <= F(chosen) +
 * sum of the k largest Delta(j | chosen)}; nor can it exceed the objective of keeping everything.
 * Leskovec et al., "Cost-effective outbreak detection in networks" (2007), data-dependent bound.
 *
 * @param objective F of the chosen set
 * @param upperBound no set of as many tokens has a larger objective, up to rounding
 */
public record Certificate(double objective, double upperBound) {

  /** The certificate of a set of candidates. Costs one pass over the affinities. */
  public static Certificate of(FacilityLocation objective, int[] chosen) {
    float[] cover = new float[objective.targets()];
    for (int j : chosen) {
      objective.add(j, cover);
    }
    float[] full = cover.clone();
    float[] gains = new float[objective.candidates()];
    for (int j = 0; j < gains.length; j++) {
      gains[j] = objective.gain(j, cover);
      objective.add(j, full);
    }
    Arrays.sort(gains);
    double value = objective.value(cover);
    double bound = value;
    for (int r = 1; r <= Math.min(chosen.length, gains.length); r++) {
      bound += gains[gains.length - r];
    }
    return new Certificate(value, Math.min(bound, objective.value(full)));
  }

  /** The objective is at least this share of the best one; 1 means it is the best. */
  public double share() {
    return upperBound > 0 ? Math.min(1, objective / upperBound) : 1;
  }

  /** For people. */
  public String sentence() {
    return String.format(Locale.ROOT, "within %.2f %% of the optimum", 100 * (1 - share()));
  }
}
