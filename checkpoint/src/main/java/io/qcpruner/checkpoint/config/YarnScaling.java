package io.qcpruner.checkpoint.config;

/**
 * {@code yarn}: high frequencies stay, low ones are divided by the factor, a ramp lies between; all
 * cosines and sines are multiplied. Peng et al., "YaRN", 2023.
 *
 * @param originalPositions positions before the stretch
 * @param betaFast rotations above which a frequency stays
 * @param betaSlow rotations below which a frequency is divided
 * @param truncate whether the ramp's ends are rounded to whole slots
 */
record YarnScaling(
    double factor,
    int originalPositions,
    double attentionFactor,
    double betaFast,
    double betaSlow,
    boolean truncate)
    implements RopeScaling {

  /** The factor of cosines and sines that the paper suggests. */
  static double suggestedAttention(double factor, double scale) {
    return factor <= 1 ? 1 : 0.1 * scale * Math.log(factor) + 1;
  }

  @Override
  public double[] inverse(int headDim, double theta, long length) {
    double low = slotOf(betaFast, headDim, theta);
    double high = slotOf(betaSlow, headDim, theta);
    if (truncate) {
      low = Math.floor(low);
      high = Math.ceil(high);
    }
    low = Math.max(low, 0);
    high = Math.min(high, headDim - 1);
    double span = high == low ? 0.001 : high - low;
    double[] inverse = RopeScaling.plain(headDim, theta);
    for (int i = 0; i < inverse.length; i++) {
      double divided = Math.min(Math.max((i - low) / span, 0), 1);
      inverse[i] = inverse[i] / factor * divided + inverse[i] * (1 - divided);
    }
    return inverse;
  }

  /** The slot whose wave turns this many times within the original positions. */
  private double slotOf(double rotations, int headDim, double theta) {
    return headDim
        * Math.log(originalPositions / (rotations * 2 * Math.PI))
        / (2 * Math.log(theta));
  }
}
