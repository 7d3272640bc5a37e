package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Rows of floats in native memory, such as those of new tokens.
 *
 * @param numbers [rows, width], row after row from its start
 */
public record FewRows(ByteBuffer numbers, int rows, int width) {

  /** Some of the rows, without a copy. */
  public FewRows part(Slice wanted) {
    int from = Math.toIntExact(Float.BYTES * wanted.from() * width);
    int bytes = Math.toIntExact(Float.BYTES * wanted.length() * width);
    ByteBuffer own = numbers.slice(from, bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new FewRows(own, (int) wanted.length(), width);
  }

  /** All rows from a column on. */
  public RowView from(long column) {
    return new RowView(numbers, Math.toIntExact(column), width);
  }
}
