package io.qcpruner.core.utility;

/** Min-max normalisation of a score vector. */
public final class MinMax {

  /** Stabiliser of the denominator, the paper's epsilon. */
  public static final float EPSILON = 1e-6f;

  private MinMax() {}

  /** The paper's Norm: {@code (r - min) / (max - min + epsilon)}. */
  public static float[] norm(float[] scores) {
    return scaled(scores, min(scores), max(scores) - min(scores) + EPSILON);
  }

  /** {@code (r - min) / max(max - min, epsilon)}: reaches 1 exactly, unlike {@link #norm}. */
  public static float[] stretch(float[] scores) {
    return scaled(scores, min(scores), Math.max(max(scores) - min(scores), EPSILON));
  }

  public static float min(float[] scores) {
    float min = Float.POSITIVE_INFINITY;
    for (float s : scores) {
      min = Math.min(min, s);
    }
    return min;
  }

  public static float max(float[] scores) {
    float max = Float.NEGATIVE_INFINITY;
    for (float s : scores) {
      max = Math.max(max, s);
    }
    return max;
  }

  private static float[] scaled(float[] scores, float min, float range) {
    float[] out = new float[scores.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (scores[i] - min) / range;
    }
    return out;
  }
}
