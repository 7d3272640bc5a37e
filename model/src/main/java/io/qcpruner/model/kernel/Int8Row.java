package io.qcpruner.model.kernel;

import java.util.Arrays;

/**
 * A row of activations, each group of 32 rounded to 8 bits with a scale of its own.
 *
 * @param codes between -127 and 127; zeros fill the last group
 * @param scales of each group
 * @param starts of each group: -8 times the sum of its codes, as the low 16 bits
 */
public record Int8Row(short[] codes, float[] scales, short[] starts) {
  private static final float LARGEST = 127;

  /** Rounds n numbers from index {@code at}. */
  public static Int8Row of(float[] x, int at, int n) {
    int groups = (n + Int4Matrix.BLOCK - 1) / Int4Matrix.BLOCK;
    short[] codes = new short[groups * Int4Matrix.BLOCK];
    float[] scales = new float[groups];
    short[] starts = new short[groups];
    for (int g = 0; g < groups; g++) {
      int from = g * Int4Matrix.BLOCK;
      int end = Math.min(from + Int4Matrix.BLOCK, n);
      float most = 0;
      for (int i = from; i < end; i++) {
        most = Math.max(most, Math.abs(x[at + i]));
      }
      scales[g] = most / LARGEST;
      float inverse = most == 0 ? 0 : LARGEST / most;
      int sum = 0;
      for (int i = from; i < end; i++) {
        codes[i] = (short) Math.round(x[at + i] * inverse);
        sum += codes[i];
      }
      starts[g] = (short) (-Int4Matrix.ZERO * sum);
    }
    return new Int8Row(codes, scales, starts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Int8Row row
        && Arrays.equals(codes, row.codes)
        && Arrays.equals(scales, row.scales);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(codes);
  }

  @Override
  public String toString() {
    return codes.length + " numbers of 8 bits";
  }
}
