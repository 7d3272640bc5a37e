package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * The keys and values of one sequence in one layer, and the angles of its newest rows.
 *
 * @param keys [key heads, room] rows of that type
 * @param values [key heads, room]
 * @param cos of the new rows, [new rows, dim]
 * @param sin the same, the first half of each row negated
 * @param room rows from one head to the next
 * @param first where the first of the new rows is
 * @param seen the last so many rows that a single new row sees, itself included
 */
public record CacheRows(
    CacheType type,
    ByteBuffer keys,
    ByteBuffer values,
    RowView cos,
    RowView sin,
    int room,
    int first,
    int seen) {

  /** Where a row of a head begins, in bytes. */
  int at(int head, int row, int dim) {
    return (head * room + row) * type.rowBytes(dim);
  }
}
