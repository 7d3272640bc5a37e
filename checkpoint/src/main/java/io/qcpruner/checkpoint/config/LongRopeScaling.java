package io.qcpruner.checkpoint.config;

import java.util.List;

/**
 * {@code longrope}: every frequency has two divisors of its own, one for sequences within the
 * original positions and one for longer ones. Ding et al., "LongRoPE", 2024.
 *
 * @param shortFactors divisors, one for each slot
 * @param longFactors divisors, one for each slot
 */
record LongRopeScaling(
    List<Double> shortFactors,
    List<Double> longFactors,
    int originalPositions,
    double attentionFactor)
    implements RopeScaling {

  public LongRopeScaling {
    shortFactors = List.copyOf(shortFactors);
    longFactors = List.copyOf(longFactors);
  }

  /** The factor of cosines and sines that the paper suggests. */
  static double suggestedAttention(double factor, int originalPositions) {
    return factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(originalPositions));
  }

  @Override
  public double[] inverse(int headDim, double theta, long length) {
    List<Double> factors = length > originalPositions ? longFactors : shortFactors;
    double[] inverse = RopeScaling.plain(headDim, theta);
    for (int i = 0; i < inverse.length; i++) {
      inverse[i] /= factors.get(i);
    }
    return inverse;
  }

  @Override
  public boolean dependsOnLength() {
    return true;
  }
}
