package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * The keys and values of one sequence in one layer, and the angles of its newest rows.
 *
 * @param narrow 16-bit floats instead of floats
 * @param keys [key heads, room, dim]
 * @param values [key heads, room, dim]
 * @param cos of the new rows, [new rows, dim]
 * @param sin the same, the first half of each row negated
 * @param room rows from one head to the next
 * @param first where the first of the new rows is
 * @param seen the last so many rows that a single new row sees, itself included
 */
public record CacheRows(
    boolean narrow,
    ByteBuffer keys,
    ByteBuffer values,
    RowView cos,
    RowView sin,
    int room,
    int first,
    int seen) {

  /** Bytes of a number. */
  int width() {
    return narrow ? Short.BYTES : Float.BYTES;
  }

  /** Where a row of a head begins, in numbers. */
  int index(int head, int row, int dim) {
    return (head * room + row) * dim;
  }

  void put(ByteBuffer numbers, int at, float value) {
    if (narrow) {
      numbers.putShort(Short.BYTES * at, StoredType.half(value));
    } else {
      numbers.putFloat(Float.BYTES * at, value);
    }
  }
}
