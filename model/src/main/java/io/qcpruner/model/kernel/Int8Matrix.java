package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A matrix [outputs, inputs] of 8-bit weights: w = scale · code, with one scale for each output.
 *
 * @param codes [outputs, inputs] bytes with a sign
 * @param sums 32-bit integers: the sum of the codes of each output
 * @param scales floats
 */
public record Int8Matrix(
    int outputs, int inputs, ByteBuffer codes, ByteBuffer sums, ByteBuffer scales) {
  /** The largest code of a row: two products with weights then fit 16 bits. */
  public static final int LARGEST_INPUT = 63;

  /** Some outputs, without a copy. */
  public Int8Matrix rows(int from, int count) {
    return new Int8Matrix(
        count,
        inputs,
        part(codes, from, count, inputs),
        part(sums, from, count, Integer.BYTES),
        part(scales, from, count, Float.BYTES));
  }

  private static ByteBuffer part(ByteBuffer all, int from, int count, int bytes) {
    return all.slice(from * bytes, count * bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
