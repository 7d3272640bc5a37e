package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * Floats of some rows in native memory, or some columns of them.
 *
 * @param at where row 0 begins, in numbers
 * @param stride from one row to the next, in numbers; 0 if all rows are the same
 */
public record RowView(ByteBuffer numbers, int at, int stride) {

  float get(int row, int column) {
    return numbers.getFloat(Float.BYTES * index(row, column));
  }

  void put(int row, int column, float value) {
    numbers.putFloat(Float.BYTES * index(row, column), value);
  }

  /** A copy of the first numbers of a row. */
  float[] copy(int row, int count) {
    float[] made = new float[count];
    for (int i = 0; i < count; i++) {
      made[i] = get(row, i);
    }
    return made;
  }

  private int index(int row, int column) {
    return at + row * stride + column;
  }

  /** The same rows from another column on. */
  RowView from(int column) {
    return new RowView(numbers, at + column, stride);
  }

  /** Bytes that the buffer must have for this many rows of that width. */
  long bytes(long rows, long width) {
    return rows == 0 ? 0 : Float.BYTES * (at + (rows - 1) * stride + width);
  }
}
