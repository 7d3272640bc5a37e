package io.qcpruner.model.kernel;

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
   * The weights of a panel with one scale for each output: w ≈ scale · code, codes from -127 to
   * 127.
   *
   * @param out the codes of an even output and, in the upper half, of the odd one behind it: those
   *     of input i from index {@code offset + i · stride}; also of inputs that fill the last group
   * @param scales of the outputs, from index {@code at}; 0 where all are below {@link
   *     Int4Matrix#TINY}
   * @param sums of the codes of each output, from index {@code at}
   */
  void toBytes(
      Int4Matrix w,
      int panel,
      short[] out,
      int offset,
      int stride,
      float[] scales,
      int[] sums,
      int at);

  /** What kernels are used for; vector code of each use serves when it is compiled. */
  enum Use {
    ONE_ROW,
    PROMPTS,
    SEVERAL_ROWS
  }

  /** The kernels to use now: vector code once it is compiled. */
  static Int4Kernels serving(Use use) {
    return KernelsOfThisMachine.Int4.CHOICES.get(use).serving();
  }

  /** Starts to compile vector code on a thread of its own, for a model that will need it. */
  static void warmUp(Use use) {
    KernelsOfThisMachine.Int4.CHOICES.get(use).warmUp();
  }
}
