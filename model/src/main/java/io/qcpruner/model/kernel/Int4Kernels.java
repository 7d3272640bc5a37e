package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/** Arithmetic with 4-bit weights. All implementations give the same bits. */
public interface Int4Kernels {

  /**
   * y[r, o] = Σ_g (scale of o and g · scale of r and g) · Σ_i (code - 8) · x code for the outputs o
   * of some panels; the inner sums are exact integers.
   *
   * @param first panel
   * @param end panel after the last
   * @param y [rows of x, 64 · panels]
   */
  void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y);

  /**
   * The weights of a panel with one scale for each output: input i of the panel's outputs as 8-bit
   * codes from byte {@code offset + i · stride} on, w ≈ scale · code, codes from -127 to 127.
   *
   * @param scales of the outputs, from index {@code at}; 0 where all weights are below {@link
   *     Int4Matrix#TINY}
   * @param sums of the codes of each output, from index {@code at}
   */
  void toBytes(
      Int4Matrix w,
      int panel,
      ByteBuffer out,
      int offset,
      int stride,
      float[] scales,
      int[] sums,
      int at);

  /** The kernels to use now: vector code once it is compiled. */
  static Int4Kernels serving() {
    return KernelsOfThisMachine.Int4.CHOICE.serving();
  }

  /** Starts to compile vector code on a thread of its own, for a model that will need it. */
  static void warmUp() {
    KernelsOfThisMachine.Int4.CHOICE.warmUp();
  }
}
