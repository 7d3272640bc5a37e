package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Kernels;
import io.qcpruner.model.kernel.RowKernels;

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
    float[] rounded = new float[x.rows() * x.width()];
    float[] scales = round(x, 1, rounded);
    byte[] codes = new byte[rounded.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) rounded[i];
    }
    return new Int8Rows(codes, scales, x.width());
  }

  /**
   * Codes as floats, times a step.
   *
   * @param codes [rows, width], to be filled; zeros before
   * @return the scale of each row
   */
  static float[] round(FewRows x, float step, float[] codes) {
    RowKernels kernels = RowKernels.serving(RowKernels.Use.ROWS);
    int width = x.width();
    float[] values = x.values();
    float[] scales = new float[x.rows()];
    for (int r = 0; r < x.rows(); r++) {
      int from = r * width;
      float most = kernels.largest(values, from, width);
      scales[r] = most / Int8Kernels.LARGEST;
      float inverse = most == 0 ? 0 : Int8Kernels.LARGEST / most;
      if (Float.isFinite(most)) { // else the scale alone says that the row is none
        for (int i = from; i < from + width; i++) {
          codes[i] = (values[i] * inverse + ROUND - ROUND) * step;
        }
      }
    }
    return scales;
  }

  int rows() {
    return scales.length;
  }
}
