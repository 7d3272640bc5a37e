package io.qcpruner.model.kernel;

import java.util.Arrays;

/**
 * One row of activations, or four side by side, for products with an {@link Int4Matrix}: groups of
 * 32 numbers of a row are rounded to 8 bits with a scale of their own. Numbers of the rows of a
 * tile lie next to each other.
 *
 * @param rows 1 or {@link #MOST_ROWS}
 * @param codes [inputs, rows] between -127 and 127; zeros fill the last group
 * @param chained [inputs, rows] the low 16 bits of code - 16 · the code before it, in every four
 *     inputs; the first of four as it is
 * @param scales [groups, rows]
 * @param starts [groups, rows]: -8 times the sum of the group's codes, as the low 16 bits
 */
public record Int8Tile(int rows, short[] codes, short[] chained, float[] scales, short[] starts) {
  /** Rows that vector code multiplies together. */
  public static final int MOST_ROWS = 4;

  private static final int GROUP = Int4Matrix.GROUP;
  private static final float LARGEST = 127;
  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer

  /** A row of n numbers from index {@code at}. */
  public static Int8Tile of(float[] x, int at, int n) {
    Int8Tile tile = new Int8Tile(1, n);
    tile.round(0, x, at, n);
    return tile;
  }

  /** Up to four rows of n numbers, one after the other from index {@code at}; zeros for others. */
  public static Int8Tile of(float[] x, int at, int rows, int n) {
    Int8Tile tile = new Int8Tile(MOST_ROWS, n);
    for (int r = 0; r < rows; r++) {
      tile.round(r, x, at + r * n, n);
    }
    return tile;
  }

  private Int8Tile(int rows, int n) {
    this(
        rows,
        new short[Int4Matrix.groups(n) * GROUP * rows],
        new short[Int4Matrix.groups(n) * GROUP * rows],
        new float[Int4Matrix.groups(n) * rows],
        new short[Int4Matrix.groups(n) * rows]);
  }

  private void round(int row, float[] x, int at, int n) {
    for (int g = 0; g < Int4Matrix.groups(n); g++) {
      int from = g * GROUP;
      int end = Math.min(from + GROUP, n);
      float most = 0;
      for (int i = from; i < end; i++) {
        most = Math.max(most, Math.abs(x[at + i]));
      }
      scales[g * rows + row] = most / LARGEST;
      float inverse = most == 0 ? 0 : LARGEST / most;
      int sum = 0;
      int before = 0;
      for (int i = from; i < end; i++) {
        int code = (int) (x[at + i] * inverse + ROUND - ROUND);
        sum += code;
        codes[i * rows + row] = (short) code;
        chained[i * rows + row] = (short) (i % 4 == 0 ? code : code - 16 * before);
        before = code;
      }
      if (end % 4 != 0) {
        chained[end * rows + row] = (short) (-16 * before); // the next code is a filling zero
      }
      starts[g * rows + row] = (short) (-Int4Matrix.ZERO * sum);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Int8Tile tile
        && rows == tile.rows
        && Arrays.equals(codes, tile.codes)
        && Arrays.equals(scales, tile.scales);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(codes);
  }

  @Override
  public String toString() {
    return rows + " rows, " + codes.length + " numbers of 8 bits";
  }
}
