package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/** Arithmetic with 4-bit weights. All implementations give the same bits. */
public interface Int4Kernels {

  /**
   * y[o] = Σ_g (scale of o and g · scale of x and g) · Σ_i (code - 8) · x code for the 32 outputs o
   * of a panel; the inner sums are exact integers.
   */
  void product(Int4Matrix w, int panel, Int8Row x, float[] y, int at);

  /**
   * The weights of a panel as floats: input i of the panel's outputs at byte {@code offset + i ·
   * stride}.
   */
  void widen(Int4Matrix w, int panel, ByteBuffer out, int offset, int stride);

  /** The kernels to use now: vector code once it is compiled. */
  static Int4Kernels serving() {
    return KernelsOfThisMachine.Int4.CHOICE.serving();
  }

  /** Starts to compile vector code on a thread of its own, for a model that will need it. */
  static void warmUp() {
    KernelsOfThisMachine.Int4.CHOICE.warmUp();
  }
}
