package io.qcpruner.media.internal.prep;

import java.util.Arrays;

/**
 * A dense row-major float array with its shape. Not copied; the reader must not write to it.
 *
 * @param shape sizes of the axes, outermost first
 * @param data product(shape) values
 */
public record Pixels(int[] shape, float[] data) {

  public Pixels {
    if (size(shape) != data.length) {
      throw new IllegalArgumentException(
          "shape " + Arrays.toString(shape) + " does not fit " + data.length + " values");
    }
  }

  /** Zeros of the given shape. */
  static Pixels zeros(int... shape) {
    long size = size(shape);
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "shape " + Arrays.toString(shape) + " needs more values than an array holds");
    }
    return new Pixels(shape, new float[(int) size]);
  }

  private static long size(int[] shape) {
    long size = 1;
    for (int side : shape) {
      size = Math.multiplyExact(size, (long) side);
    }
    return size;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Pixels p && Arrays.equals(shape, p.shape) && Arrays.equals(data, p.data);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(shape) + Arrays.hashCode(data);
  }

  @Override
  public String toString() {
    return "Pixels" + Arrays.toString(shape);
  }
}
