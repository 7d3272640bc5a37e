package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.KernelSupport;
import io.qcpruner.core.linalg.Kernels;

/**
 * Coverage of a target population by chosen representatives; monotone and submodular. QCPruner,
 * "Query-Conditioned Population Coverage"; facility location of Lin and Bilmes (2011).
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>c_ij</td><td>row j, entry i of the affinity rows; negative values count as 0</td></tr>
 * <tr><td>u-hat_i on the target side</td><td>targetWeights[i]</td></tr>
 * <tr><td>u-hat_j on the representative side</td><td>candidateWeights[j]</td></tr>
 * <tr><td>cover_i(K)</td><td>cover[i]</td></tr>
 * <tr><td>Delta(k | K)</td><td>{@link #gain}</td></tr>
 * <tr><td>F(K)</td><td>{@link #value}</td></tr>
 * </table>
 */
public final class FacilityLocation {

  /** Targets per partial sum. Part of the summation order, so it must not depend on anything. */
  public static final int BLOCK = 384;

  private final AffinityRows rows;
  private final float[] targetWeights;
  private final float[] candidateWeights;
  private final KernelSupport kernels;

  public FacilityLocation(AffinityRows rows, float[] targetWeights, float[] candidateWeights) {
    this(rows, targetWeights, candidateWeights, Kernels.support());
  }

  FacilityLocation(
      AffinityRows rows, float[] targetWeights, float[] candidateWeights, KernelSupport kernels) {
    requireWeights("target", targetWeights, rows.targets());
    requireWeights("candidate", candidateWeights, rows.candidates());
    this.rows = rows;
    this.targetWeights = targetWeights;
    this.candidateWeights = candidateWeights;
    this.kernels = kernels;
  }

  public int candidates() {
    return rows.candidates();
  }

  public int targets() {
    return rows.targets();
  }

  int blocks() {
    return (targets() + BLOCK - 1) / BLOCK;
  }

  /** Sum over targets of {@code max(0, w_ij - cover_i)}: block sums, added in order. */
  public float gain(int candidate, float[] cover) {
    float[] array = rows.array(candidate);
    int offset = rows.offset(candidate);
    float sum = 0;
    for (int from = 0; from < cover.length; from += BLOCK) {
      sum += blockGain(array, offset, candidate, cover, from);
    }
    return sum;
  }

  /** The part of the gain that comes from the targets of one block. */
  float gain(int candidate, float[] cover, int block) {
    float[] array = rows.array(candidate);
    return blockGain(array, rows.offset(candidate), candidate, cover, block * BLOCK);
  }

  private float blockGain(float[] array, int offset, int candidate, float[] cover, int from) {
    int to = Math.min(from + BLOCK, cover.length);
    float scale = candidateWeights[candidate];
    return kernels.coverageGain(array, offset, targetWeights, scale, cover, from, to);
  }

  /** Fills rows of block gains, for an empty cover and for a given one, reading the row once. */
  void gains(int candidate, float[] cover, float[] empty, float[] covered, int firstBlock) {
    float[] array = rows.array(candidate);
    int offset = rows.offset(candidate);
    float scale = candidateWeights[candidate];
    for (int from = 0, at = firstBlock; from < cover.length; from += BLOCK, at++) {
      int to = Math.min(from + BLOCK, cover.length);
      kernels.coverageGains(
          array, offset, targetWeights, scale, cover, from, to, empty, covered, at);
    }
  }

  /** Raises the cover by adding a candidate. */
  public void add(int candidate, float[] cover) {
    for (int b = 0; b < blocks(); b++) {
      add(candidate, cover, b);
    }
  }

  /** Adds a candidate for the targets of one block; says whether their cover rose. */
  boolean add(int candidate, float[] cover, int block) {
    float[] array = rows.array(candidate);
    int offset = rows.offset(candidate);
    int from = block * BLOCK;
    int to = Math.min(from + BLOCK, cover.length);
    float scale = candidateWeights[candidate];
    return kernels.coverageUpdate(array, offset, targetWeights, scale, cover, from, to);
  }

  /** The objective of a cover. */
  public double value(float[] cover) {
    double sum = 0;
    for (float c : cover) {
      sum += c;
    }
    return sum;
  }

  /** The objective of keeping every candidate: no choice can reach more. */
  public double fullValue() {
    float[] cover = new float[targets()];
    for (int j = 0; j < candidates(); j++) {
      add(j, cover);
    }
    return value(cover);
  }

  AffinityRows rows() {
    return rows;
  }

  float targetWeight(int target) {
    return targetWeights[target];
  }

  float candidateWeight(int candidate) {
    return candidateWeights[candidate];
  }

  private static void requireWeights(String name, float[] weights, int n) {
    if (weights.length != n) {
      throw new IllegalArgumentException(weights.length + " " + name + " weights for " + n);
    }
    for (int i = 0; i < n; i++) {
      if (!(weights[i] >= 0 && weights[i] < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            name + " weight " + i + " is " + weights[i] + ", not a finite number from 0 up");
      }
    }
  }
}
