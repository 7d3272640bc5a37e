package io.qcpruner.checkpoint.config;

import java.util.Arrays;

/**
 * How a checkpoint stretches its rotary frequencies for prompts longer than those it was first
 * trained on. The names and formulas are those of transformers ({@code modeling_rope_utils.py}).
 * theta = base, d_h = head dimension, inv_i = theta^(-2i/d_h).
 */
public sealed interface RopeScaling
    permits RopeScaling.None,
        RopeScaling.Linear,
        RopeScaling.Dynamic,
        RopeScaling.Llama3,
        YarnScaling,
        LongRopeScaling {

  /** Frequencies as they are. */
  RopeScaling NONE = new None();

  /**
   * Inverse frequencies, d_h / 2 of them.
   *
   * @param length positions of the sequence so far: the largest position plus one
   */
  double[] inverse(int headDim, double theta, long length);

  /** Factor of all cosines and sines. */
  default double attentionFactor() {
    return 1;
  }

  /** Whether {@link #inverse} depends on the length. */
  default boolean dependsOnLength() {
    return false;
  }

  /** inv_i without any scaling. */
  static double[] plain(int headDim, double theta) {
    double[] inverse = new double[headDim / 2];
    Arrays.setAll(inverse, i -> 1 / Math.pow(theta, 2.0 * i / headDim));
    return inverse;
  }

  /** {@code default}: no scaling. */
  record None() implements RopeScaling {
    @Override
    public double[] inverse(int headDim, double theta, long length) {
      return plain(headDim, theta);
    }
  }

  /** {@code linear}: positions divided by a factor. */
  record Linear(double factor) implements RopeScaling {
    @Override
    public double[] inverse(int headDim, double theta, long length) {
      return Arrays.stream(plain(headDim, theta)).map(f -> f / factor).toArray();
    }
  }

  /**
   * {@code dynamic}: the base grows with the sequence once it is longer than the model was made
   * for.
   */
  record Dynamic(double factor, int maxPositions) implements RopeScaling {
    @Override
    public double[] inverse(int headDim, double theta, long length) {
      double ratio = Math.max(length, maxPositions) / (double) maxPositions;
      double grown = Math.pow(factor * ratio - (factor - 1), headDim / (headDim - 2.0));
      return plain(headDim, theta * grown);
    }

    @Override
    public boolean dependsOnLength() {
      return true;
    }
  }

  /**
   * {@code llama3}: long waves are divided by the factor, short waves stay, those between are
   * blended.
   */
  record Llama3(double factor, double lowFactor, double highFactor, int originalPositions)
      implements RopeScaling {
    @Override
    public double[] inverse(int headDim, double theta, long length) {
      return Arrays.stream(plain(headDim, theta)).map(this::scale).toArray();
    }

    private double scale(double inverse) {
      double wave = 2 * Math.PI / inverse;
      if (wave > originalPositions / lowFactor) {
        return inverse / factor;
      }
      if (wave < originalPositions / highFactor) {
        return inverse;
      }
      double smooth = (originalPositions / wave - lowFactor) / (highFactor - lowFactor);
      return (1 - smooth) * inverse / factor + smooth * inverse;
    }
  }
}
