package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * Arithmetic with 8-bit weights. Sums of codes are exact integers, so all implementations give the
 * same bits, and so does every other program that adds the same codes.
 */
public interface Int8Kernels {
  /** The largest code of a row's activations: four products with weights then fit 16 bits. */
  int LARGEST = 63;

  /**
   * y[o] = Σ_i w[o, i] x[i].
   *
   * @param w bytes with a sign, [outputs, in] from the buffer's start
   * @param x codes between -{@link #LARGEST} and {@link #LARGEST}, as {@link #prepare} laid them
   *     out
   */
  void products(ByteBuffer w, int outputs, int in, short[] x, int[] y);

  /** Brings the codes of a row into the order in which {@link #products} reads them. */
  void prepare(byte[] codes, int at, int in, short[] x);

  /** The smallest and the largest of n numbers, or of 0 if all are on one side of it. */
  float[] range(ByteBuffer x, int n);

  /**
   * Rounds n numbers as FBGEMM does: x · inverse + zero with one rounding, to the nearest integer,
   * ties to even, between 0 and 255; less 128.
   *
   * @param x floats from the buffer's start
   * @param codes bytes from the buffer's start
   */
  void round(ByteBuffer x, int n, float inverse, int zero, ByteBuffer codes);

  /**
   * Turns sums of codes into numbers: (sum + shift · weightSums[o]) · factors[o] + bias[o].
   *
   * @param sums [rows, outputs] 32-bit integers from the buffer's start
   * @param bias of each output, or null
   * @param out floats; row r from byte {@code at + r · stride}
   */
  void finish(
      ByteBuffer sums,
      int rows,
      int shift,
      int[] weightSums,
      float[] factors,
      float[] bias,
      ByteBuffer out,
      int at,
      int stride);

  /** The kernels to use now; what one has prepared is for the same one. */
  static Int8Kernels serving() {
    return KernelsOfThisMachine.Int8.CHOICE.serving();
  }

  /** Starts to compile vector code on a thread of its own, for a model that will need it. */
  static void warmUp() {
    KernelsOfThisMachine.Int8.CHOICE.warmUp();
  }
}
