package io.qcpruner.core.objective;

/**
 * Guesses the first greedy pick from a sample, so that one pass over the affinities can serve the
 * first two picks. A wrong guess costs time, never a wrong pick.
 */
final class FirstPickGuess {

  /** One row in this many is read. */
  private static final int STRIDE = 16;

  /** How many of the best by estimate are evaluated exactly. */
  private static final int FINALISTS = 8;

  private FirstPickGuess() {}

  /**
   * The likely first pick, or -1 where no estimate is possible: it takes affinities to be
   * symmetric, which needs candidates and targets to be the same tokens.
   */
  static int of(FacilityLocation objective, float[] emptyCover) {
    int n = objective.candidates();
    if (n != objective.targets() || n < 2 * STRIDE) {
      return -1;
    }
    float[] estimate = estimates(objective);
    int best = -1;
    float bestGain = -1;
    for (int f = 0; f < FINALISTS; f++) {
      int finalist = 0;
      for (int j = 1; j < n; j++) {
        finalist = estimate[j] > estimate[finalist] ? j : finalist;
      }
      estimate[finalist] = Float.NEGATIVE_INFINITY;
      float gain = objective.gain(finalist, emptyCover);
      if (gain > bestGain || (gain == bestGain && finalist < best)) {
        best = finalist;
        bestGain = gain;
      }
    }
    return best;
  }

  private static float[] estimates(FacilityLocation objective) {
    int n = objective.candidates();
    float[] estimate = new float[n];
    for (int i = STRIDE / 2; i < n; i += STRIDE) {
      float[] array = objective.rows().array(i);
      addPositivePart(estimate, array, objective.rows().offset(i), objective.targetWeight(i));
    }
    for (int j = 0; j < n; j++) {
      estimate[j] *= objective.candidateWeight(j);
    }
    return estimate;
  }

  private static void addPositivePart(float[] sums, float[] array, int offset, float weight) {
    for (int j = 0; j < sums.length; j++) {
      float affinity = array[offset + j];
      sums[j] += weight * (affinity + Math.abs(affinity));
    }
  }
}
