package io.qcpruner.core.linalg;

/**
 * The inner loops of the pruning core. Arguments are already checked by {@link Kernels}.
 *
 * <p>Every implementation adds in the same order, so all give the same bits: sixteen virtual lanes
 * take the elements in turn, one fixed tree (distance 8, 4, 2, 1) folds the lanes, and the elements
 * after the last full sixteen are added to that one by one. Products and sums are rounded
 * separately: fused multiply-add would differ between machines.
 */
public interface KernelSupport {

  /** Number of virtual lanes of a sum. */
  int LANES = 16;

  /** What the log line calls this implementation. */
  String name();

  /** Sum of {@code a[offset + i]} for i below n. */
  float sum(float[] a, int offset, int n);

  /** Sum of {@code a[aOffset + i] * b[bOffset + i]} for i below n. */
  float dot(float[] a, int aOffset, float[] b, int bOffset, int n);

  /**
   * Dot products of one row with several: {@code out[outOffset + r]} is the dot product of the n
   * values at {@code a[aOffset]} with those at {@code b[bOffset + r * n]}, for r below rows.
   */
  void dots(
      float[] a, int aOffset, float[] b, int bOffset, int rows, int n, float[] out, int outOffset);

  /**
   * Dot products of several rows with several: {@code out[outOffset + r * stride + s]} is that of
   * row r from {@code a[aOffset]} with row s from {@code b[bOffset]}, all of n values.
   */
  default void dots(
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
    for (int r = 0; r < aRows; r++) {
      dots(a, aOffset + r * n, b, bOffset, bRows, n, out, outOffset + r * stride);
    }
  }

  /**
   * Sum of the squares of {@code a[aOffset + i] - b[bOffset + i]} for i below n; differences,
   * squares and sums are doubles.
   */
  double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int n);

  /**
   * Makes {@code out[i]} the sigmoid {@code 1 / (1 + exp(-x))} of {@code x[offset + i]} for i below
   * n, in doubles and with the bits of {@link StrictMath#exp}.
   */
  void sigmoids(float[] x, int offset, int n, double[] out);

  /**
   * Adds to each {@code out[c][k]} with {@code from <= k < to} the sum of {@code factors[c][i] *
   * rows[i][k]} for i below count: of four rows the first two products and the last two are added,
   * then both sums, then that to what is there; the rows after the last four follow one by one.
   */
  void addRows(double[][] out, double[][] factors, double[][] rows, int count, int from, int to);

  /**
   * What a candidate adds to the coverage of the targets {@code from <= i < to}: the sum of {@code
   * max(0, row[offset + i] * target[i] * scale - cover[i])}. Not larger for a larger cover, also
   * after rounding: each rounded operation of the sum is monotone.
   */
  float coverageGain(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to);

  /**
   * Two gains from one read of the row: {@code empty[at]} becomes the {@link #coverageGain} for a
   * cover of 0, {@code covered[at]} the one for {@code cover}.
   */
  void coverageGains(
      float[] row,
      int offset,
      float[] target,
      float scale,
      float[] cover,
      int from,
      int to,
      float[] empty,
      float[] covered,
      int at);

  /**
   * Raises {@code cover[i]} to {@code row[offset + i] * target[i] * scale} where that is larger.
   *
   * @return whether any value changed
   */
  boolean coverageUpdate(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to);
}
