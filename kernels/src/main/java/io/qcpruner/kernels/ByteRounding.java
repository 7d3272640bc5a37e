package io.qcpruner.kernels;

/**
 * The weights of one output as codes of 8 bits: turned in blocks, so that no weight is much larger
 * than the others, with one factor for all.
 */
final class ByteRounding {
  private static final int LARGEST_CODE = 127;

  private ByteRounding() {}

  /** Writes factor and codes. */
  static void put(CodeMatrix to, int output, float[] weights) {
    float[] turned = BlockTurn.turned(weights);
    float step = LaneMath.largest(turned, 0, turned.length) / LARGEST_CODE;
    to.putFactor(output, step / BlockTurn.BLOCK); // rows are turned too
    for (int i = 0; i < turned.length; i++) {
      int code = step > 0 ? Math.round(turned[i] / step) : 0;
      to.putCode(output, i, Math.max(-LARGEST_CODE, Math.min(LARGEST_CODE, code)));
    }
  }

  /** The weights that the codes stand for. */
  static float[] weights(CodeMatrix w, int output) {
    float[] codes = new float[w.groups() * BlockTurn.BLOCK];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = w.code(output, i);
    }
    return w.turnedBack(output, codes);
  }
}
