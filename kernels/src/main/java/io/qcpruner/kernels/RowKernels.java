package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * Arithmetic on rows of floats that the tensor engine does slower or not at all: products with
 * weights as they lie in memory, and what else a new token needs. The result of a row never depends
 * on the rows beside it, and all implementations give the same bits.
 *
 * <p>Buffers are direct and in little-endian order, as this machine must be; numbers lie from their
 * start unless an offset is given.
 */
public interface RowKernels {

  String name();

  /**
   * Whether products of a whole prompt are as fast here as with floats in the tensor engine.
   *
   * @param codes with weights of 8 or 4 bits; else of 16 bits
   */
  boolean servesPrompts(boolean codes);

  /**
   * y = x Wᵀ.
   *
   * @param x [rows, inputs] floats
   * @param y [rows, stride] floats; outputs of a row from its start
   * @param scratch at least {@link #scratchBytes} bytes, as for the other products
   */
  void multiply(
      FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer scratch);

  /**
   * Outputs {@code first} to {@code first + count} of y = x Wᵀ. Rows are rounded to 8 bits, with a
   * scale for each group of the weights: 64 inputs that are turned as the weights are, or 32. A
   * group adds (scale of the row) · Σ code · x code, or with 4 bits (scale of the row) · (scale of
   * the weights · Σ code · x code + shift · Σ x code), where all but the first factor is an exact
   * integer.
   */
  void multiply(
      CodeMatrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer scratch);

  /** y = gain · x / sqrt(mean(x²) + eps) of rows of n numbers. */
  void rmsNorm(ByteBuffer x, ByteBuffer gain, int rows, int n, float eps, ByteBuffer y);

  /** y = gain · (x - mean) / sqrt(variance + eps) + bias of rows of n numbers. */
  void layerNorm(
      ByteBuffer x, ByteBuffer gain, ByteBuffer bias, int rows, int n, float eps, ByteBuffer y);

  /** y = f(x) of n columns; both may be the same memory. */
  void activate(Nonlinearity f, RowView x, int rows, int n, RowView y);

  /**
   * out = silu(gate) · up.
   *
   * @param x [rows, 2n]: the gates of a row, then its ups
   */
  void swiglu(ByteBuffer x, int rows, int n, RowView out);

  /** y = a + b of n columns. */
  void add(RowView a, RowView b, int rows, int n, RowView y);

  /**
   * Writes rows of floats as caches of that type keep them; returns their largest magnitude, or
   * NaN.
   *
   * @param x [rows, dim] from its number {@code at} on
   * @param out rows from its byte {@code to} on
   */
  float round(CacheType type, RowView x, int rows, int dim, ByteBuffer out, int to);

  /**
   * Applies the rotary embedding to queries and keys, and appends keys and values to caches.
   *
   * @param made [rows, heads + 2 · key heads, dim]: queries, keys and values; overwritten
   * @param queries the rotated queries of these heads
   */
  void applyRopeAndAppend(CacheTable caches, HeadRange heads, ByteBuffer made, RowView queries);

  /**
   * out = softmax(q keysᵀ / sqrt(dim)) values for the newest row of each cache.
   *
   * @param queries of these heads, one row for each cache; {@code out} likewise
   */
  void attend(CacheTable caches, HeadRange heads, RowView queries, RowView out, ByteBuffer scratch);

  /**
   * The same for many rows and one key head. A row has the same result alone and among others.
   *
   * @param queries of the heads that share the keys; {@code out} likewise
   */
  void attendPrompt(
      AttentionSpan span,
      RowView queries,
      RowView keys,
      RowView values,
      RowView out,
      ByteBuffer scratch);

  /** Bytes of scratch memory for products of this many rows of that width. */
  static long scratchBytes(long rows, long width) {
    return Float.BYTES * rows * (width + BlockTurn.BLOCK);
  }

  /** Bytes of scratch memory for {@link #attend}. */
  static long scratchBytes(CacheTable caches, HeadRange heads) {
    return Float.BYTES * (2L * heads.dim() + caches.mostSeen());
  }

  /** Bytes of scratch memory for {@link #attendPrompt}. */
  static long scratchBytes(AttentionSpan span) {
    long keys = span.held() + 64L;
    return Float.BYTES * (2 * keys * (span.dim() + 16L) + 32 * (2L * span.dim() + keys + 48));
  }

  /** The fastest kernels that this machine can run, chosen once. */
  static RowKernels ofThisMachine() {
    return KernelsOfThisMachine.CHOSEN;
  }
}
