package io.qcpruner.core.objective;

import java.util.Arrays;

/**
 * How query utility weights the edge from representative j to target i. QCPruner, table of
 * bilateral utility ablations. c_ij is the affinity, u-hat the floored utility.
 */
public enum EdgeWeight {
  /** c_ij. */
  VISUAL_ONLY(false, false),
  /** c_ij * u-hat_i. */
  TARGET(true, false),
  /** c_ij * u-hat_j. */
  REPRESENTATIVE(false, true),
  /** c_ij * u-hat_i * u-hat_j: QCPruner. */
  BILATERAL(true, true);

  private final boolean weighsTargets;
  private final boolean weighsRepresentatives;

  EdgeWeight(boolean weighsTargets, boolean weighsRepresentatives) {
    this.weighsTargets = weighsTargets;
    this.weighsRepresentatives = weighsRepresentatives;
  }

  /** Factor of each target. */
  public float[] targets(float[] flooredUtility) {
    return weighsTargets ? flooredUtility : ones(flooredUtility.length);
  }

  /** Factor of each representative. */
  public float[] representatives(float[] flooredUtility) {
    return weighsRepresentatives ? flooredUtility : ones(flooredUtility.length);
  }

  private static float[] ones(int n) {
    float[] ones = new float[n];
    Arrays.fill(ones, 1f);
    return ones;
  }
}
