package io.qcpruner.kernels;

import java.util.Arrays;

/**
 * Turns every block of 64 numbers by a Hadamard matrix, whose entries are 1 and -1, after some
 * signs were changed: a number that is much larger than the others, or a mean that all of them
 * have, becomes 64 small numbers. Dot products of turned rows are 64 times those of the rows.
 */
final class BlockTurn {
  static final int BLOCK = 64;

  private static final float LENGTH_OF_TURNED = 0.125f;
  private static final int PAIRS = 0b010101;

  private BlockTurn() {}

  static int blocks(int count) {
    return (count + BLOCK - 1) / BLOCK;
  }

  /** The numbers and zeros up to the end of the last block, turned. */
  static float[] turned(float[] x) {
    float[] made = Arrays.copyOf(x, blocks(x.length) * BLOCK);
    changeSigns(made);
    multiply(made);
    return made;
  }

  /** 64 times the numbers that were turned to whole blocks. */
  static float[] back(float[] turned) {
    float[] made = turned.clone();
    multiply(made);
    changeSigns(made);
    return made;
  }

  /**
   * The row of a head, whose whole blocks are turned and made as long as they were; the rest stays.
   */
  static float[] turnedHead(float[] x) {
    return head(x, turned(x));
  }

  /** What {@link #turnedHead} was made of. */
  static float[] headBack(float[] turned) {
    return head(turned, back(Arrays.copyOf(turned, blocks(turned.length) * BLOCK)));
  }

  private static float[] head(float[] x, float[] made) {
    float[] head = x.clone();
    for (int i = 0; i < x.length / BLOCK * BLOCK; i++) {
      head[i] = made[i] * LENGTH_OF_TURNED;
    }
    return head;
  }

  /**
   * Of numbers whose index has an odd number of pairs of bits that are both set: sums of such signs
   * with rows of the matrix are all 8 or -8, so no mean stays in one place.
   */
  private static void changeSigns(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= Integer.bitCount(i & i >> 1 & PAIRS) % 2 == 0 ? 1 : -1;
    }
  }

  private static void multiply(float[] made) {
    for (int block = 0; block < made.length; block += BLOCK) {
      for (int apart = BLOCK / 2; apart > 0; apart /= 2) {
        step(made, block, apart);
      }
    }
  }

  /** Sums and differences of numbers that are so far apart, in their places. */
  private static void step(float[] x, int block, int apart) {
    for (int i = block; i < block + BLOCK; i++) {
      if ((i - block & apart) == 0) {
        float a = x[i];
        float b = x[i + apart];
        x[i] = a + b;
        x[i + apart] = a - b;
      }
    }
  }
}
