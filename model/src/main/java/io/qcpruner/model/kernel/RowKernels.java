package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * Kernels for a few rows. The result of a row never depends on the rows beside it, bit for bit.
 * Implementations with the same number of lanes give the same bits; others differ in the order of
 * sums only.
 */
public interface RowKernels {

  /** What kernels are used for; vector code of each is compiled where it is needed. */
  enum Use {
    /** Norms, gates, softmax. */
    ROWS,
    FLOAT_CACHES,
    HALF_CACHES,
    F32_WEIGHTS,
    F16_WEIGHTS,
    BF16_WEIGHTS;

    /** Products with weights of that type. */
    public static Use weights(StoredType type) {
      return switch (type) {
        case F32 -> F32_WEIGHTS;
        case F16 -> F16_WEIGHTS;
        case BF16 -> BF16_WEIGHTS;
      };
    }

    /** Attention to keys and values of 16-bit floats, or of floats. */
    public static Use caches(boolean narrow) {
      return narrow ? HALF_CACHES : FLOAT_CACHES;
    }
  }

  String name();

  /** How many sums vector code makes side by side. */
  int lanes();

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

  /** The largest magnitude of n numbers. */
  float largest(float[] x, int at, int n);

  /** Turns scores into weights that add up to one. */
  void softmax(float[] scores, int n);

  /**
   * out = Σ_r weights[r] values[r].
   *
   * @param values floats; [rows, dim] from byte {@code offset}
   */
  void mix(ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at);

  /** {@link #scores} with keys of 16-bit floats. */
  void halfScores(
      ByteBuffer keys,
      int offset,
      int rows,
      int dim,
      float[] q,
      int at,
      float scale,
      float[] scores);

  /** {@link #mix} with values of 16-bit floats. */
  void halfMix(
      ByteBuffer values, int offset, int rows, int dim, float[] weights, float[] out, int at);

  /** out = silu(gate) · up of n numbers. */
  void gate(float[] x, int gate, int up, int n, float[] out, int at);

  /**
   * The kernels to use now: vector code once it is compiled, before that and without its module
   * plain arithmetic.
   */
  static RowKernels serving(Use use) {
    return KernelsOfThisMachine.ROWS.get(use).serving();
  }

  /** Starts to compile vector code on a thread of its own, for a model that will need it. */
  static void warmUp(Use use) {
    KernelsOfThisMachine.ROWS.get(use).warmUp();
  }
}
