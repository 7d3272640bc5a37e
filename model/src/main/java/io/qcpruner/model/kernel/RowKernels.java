package io.qcpruner.model.kernel;

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
   * @param room at least {@link #room} bytes, as for the other products
   */
  void multiply(FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room);

  /**
   * y = x Wᵀ. Rows are rounded to 7 bits with a scale of their own; sums of codes are exact
   * integers.
   */
  void multiply(Int8Matrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room);

  /**
   * Outputs {@code first} to {@code first + count} of y = x Wᵀ. Rows are rounded to 8 bits in
   * groups of 32 with a scale of their own: y[o] = Σ_g (scale of o and g · scale of the row and g)
   * · Σ_i code · x code; the inner sums are exact integers.
   */
  void multiply(
      Int4Matrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer room);

  /** y = gain · x / sqrt(mean(x²) + eps) of n numbers. */
  void rmsNorm(float[] x, int at, float[] gain, int n, float eps, float[] y, int to, ByteBuffer r);

  /** out = silu(gate) · up of n numbers. */
  void gate(float[] x, int gate, int up, int n, float[] out, int at, ByteBuffer room);

  /**
   * out = softmax(scale · q keysᵀ) values for one row and one head.
   *
   * @param q the query, from index {@code at}, where the result goes in {@code out}
   */
  void attend(HeadRows head, float[] q, int at, float scale, float[] out, ByteBuffer room);

  /** Bytes of room that are enough for products of so many rows of that width. */
  static long room(long rows, long width) {
    return Float.BYTES * rows * (width + 2 * Int4Matrix.GROUP);
  }

  /** Bytes of room that are enough for everything else. */
  static long room(long numbers) {
    return 4L * Float.BYTES * numbers;
  }

  /** The fastest kernels that this machine can run, chosen once. */
  static RowKernels ofThisMachine() {
    return KernelsOfThisMachine.CHOSEN;
  }
}
