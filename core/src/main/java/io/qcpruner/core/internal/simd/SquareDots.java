package io.qcpruner.core.internal.simd;

import io.qcpruner.core.linalg.KernelSupport;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Four rows with four in vectors of 16 lanes: eight loads serve sixteen products, so that rows too
 * long for the first-level cache do not slow the sums down.
 */
final class SquareDots {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_512;

  private SquareDots() {}

  /** {@link KernelSupport#dots} of several rows with several, by kernels of 16 lanes. */
  static void dots(
      KernelSupport kernels,
      float[] a,
      int aOffset,
      int aRows,
      float[] b,
      int bOffset,
      int bRows,
      int n,
      float[] out,
      int outOffset,
      int stride) {
    int r = 0;
    if (bRows == 4 && n % KernelSupport.LANES == 0) {
      float[] lanes = new float[16 * KernelSupport.LANES];
      for (; r + 4 <= aRows; r += 4) {
        add(a, aOffset + r * n, b, bOffset, n, lanes);
        for (int k = 0; k < 16; k++) {
          out[outOffset + (r + k / 4) * stride + k % 4] = fold(lanes, k * KernelSupport.LANES);
        }
      }
    }
    if (bRows < 4) {
      float[] four = new float[4];
      for (; r + 4 <= aRows; r += 4) {
        for (int s = 0; s < bRows; s++) {
          kernels.dots(b, bOffset + s * n, a, aOffset + r * n, 4, n, four, 0);
          for (int k = 0; k < 4; k++) {
            out[outOffset + (r + k) * stride + s] = four[k];
          }
        }
      }
    }
    for (; r < aRows; r++) {
      kernels.dots(a, aOffset + r * n, b, bOffset, bRows, n, out, outOffset + r * stride);
    }
  }

  /**
   * @param n a multiple of 16
   * @param lanes becomes the sixteen lanes of each sum, row by row
   */
  private static void add(float[] a, int aOffset, float[] b, int bOffset, int n, float[] lanes) {
    FloatVector p0 = FloatVector.zero(SPECIES);
    FloatVector p1 = FloatVector.zero(SPECIES);
    FloatVector p2 = FloatVector.zero(SPECIES);
    FloatVector p3 = FloatVector.zero(SPECIES);
    FloatVector q0 = FloatVector.zero(SPECIES);
    FloatVector q1 = FloatVector.zero(SPECIES);
    FloatVector q2 = FloatVector.zero(SPECIES);
    FloatVector q3 = FloatVector.zero(SPECIES);
    FloatVector r0 = FloatVector.zero(SPECIES);
    FloatVector r1 = FloatVector.zero(SPECIES);
    FloatVector r2 = FloatVector.zero(SPECIES);
    FloatVector r3 = FloatVector.zero(SPECIES);
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    for (int i = 0; i < n; i += 16) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bOffset + i);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bOffset + n + i);
      FloatVector b2 = FloatVector.fromArray(SPECIES, b, bOffset + 2 * n + i);
      FloatVector b3 = FloatVector.fromArray(SPECIES, b, bOffset + 3 * n + i);
      FloatVector a0 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      p0 = p0.add(a0.mul(b0));
      p1 = p1.add(a0.mul(b1));
      p2 = p2.add(a0.mul(b2));
      p3 = p3.add(a0.mul(b3));
      FloatVector a1 = FloatVector.fromArray(SPECIES, a, aOffset + n + i);
      q0 = q0.add(a1.mul(b0));
      q1 = q1.add(a1.mul(b1));
      q2 = q2.add(a1.mul(b2));
      q3 = q3.add(a1.mul(b3));
      FloatVector a2 = FloatVector.fromArray(SPECIES, a, aOffset + 2 * n + i);
      r0 = r0.add(a2.mul(b0));
      r1 = r1.add(a2.mul(b1));
      r2 = r2.add(a2.mul(b2));
      r3 = r3.add(a2.mul(b3));
      FloatVector a3 = FloatVector.fromArray(SPECIES, a, aOffset + 3 * n + i);
      s0 = s0.add(a3.mul(b0));
      s1 = s1.add(a3.mul(b1));
      s2 = s2.add(a3.mul(b2));
      s3 = s3.add(a3.mul(b3));
    }
    p0.intoArray(lanes, 0);
    p1.intoArray(lanes, 16);
    p2.intoArray(lanes, 32);
    p3.intoArray(lanes, 48);
    q0.intoArray(lanes, 64);
    q1.intoArray(lanes, 80);
    q2.intoArray(lanes, 96);
    q3.intoArray(lanes, 112);
    r0.intoArray(lanes, 128);
    r1.intoArray(lanes, 144);
    r2.intoArray(lanes, 160);
    r3.intoArray(lanes, 176);
    s0.intoArray(lanes, 192);
    s1.intoArray(lanes, 208);
    s2.intoArray(lanes, 224);
    s3.intoArray(lanes, 240);
  }

  /** The tree that every kernel folds its lanes by. */
  private static float fold(float[] v, int at) {
    return (((v[at] + v[at + 8]) + (v[at + 4] + v[at + 12]))
            + ((v[at + 2] + v[at + 10]) + (v[at + 6] + v[at + 14])))
        + (((v[at + 1] + v[at + 9]) + (v[at + 5] + v[at + 13]))
            + ((v[at + 3] + v[at + 11]) + (v[at + 7] + v[at + 15])));
  }
}
