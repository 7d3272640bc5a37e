package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Kernels;

/**
 * A few rows rounded to codes between -63 and 63, each with a scale of its own, so that no row has
 * an effect on another.
 *
 * @param codes [rows, width]
 * @param scales of each row: its numbers are about scale · code
 */
record Int8Rows(byte[] codes, float[] scales, int width) {
  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer

  static Int8Rows of(FewRows x) {
    int width = x.width();
    byte[] codes = new byte[x.rows() * width];
    float[] scales = new float[x.rows()];
    for (int r = 0; r < x.rows(); r++) {
      int from = r * width;
      float most = 0;
      for (int i = from; i < from + width; i++) {
        most = Math.max(most, Math.abs(x.values()[i]));
      }
      scales[r] = most / Int8Kernels.LARGEST;
      float inverse = most == 0 ? 0 : Int8Kernels.LARGEST / most;
      for (int i = from; i < from + width; i++) {
        codes[i] = (byte) (x.values()[i] * inverse + ROUND - ROUND);
      }
    }
    return new Int8Rows(codes, scales, width);
  }

  int rows() {
    return scales.length;
  }
}
