package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * Kernels for a few rows. The result of a row never depends on the rows beside it, bit for bit.
 * Implementations differ from each other in the order of sums only.
 */
public interface RowKernels {

  String name();

  /**
   * Brings rows into the order in which {@link #products} reads them.
   *
   * @param x [rows, in]
   * @param prepared [rows, in]
   */
  void prepare(StoredType type, float[] x, int rows, int in, float[] prepared);

  /**
   * y[r, o] = Σ_i w[o, i] x[r, i].
   *
   * @param w [outputs, in] from the buffer's start
   * @param prepared what {@link #prepare} made of the rows
   * @param at index in y of output 0 of row 0
   * @param stride distance of rows in y
   */
  void products(
      StoredType type,
      ByteBuffer w,
      int outputs,
      int in,
      float[] prepared,
      int rows,
      float[] y,
      int at,
      int stride);

  /** y = gain · x / sqrt(mean(x²) + eps) of n numbers. */
  void rmsNorm(float[] x, int at, float[] gain, int n, float eps, float[] y, int to);

  /**
   * scores[r] = scale · (q · keys[r]).
   *
   * @param keys floats; [rows, dim] from byte {@code offset}
   */
  void scores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores);

  /** Turns scores into weights that add up to one. */
  void softmax(float[] scores, int n);

  /**
   * out = Σ_r weights[r] values[r].
   *
   * @param values floats; [rows, dim] from byte {@code offset}
   */
  void mix(ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at);

  /** out = silu(gate) · up of n numbers. */
  void gate(float[] x, int gate, int up, int n, float[] out, int at);

  /** The fastest kernels that this virtual machine can load. */
  static RowKernels best() {
    return KernelsOfThisMachine.BEST;
  }
}
