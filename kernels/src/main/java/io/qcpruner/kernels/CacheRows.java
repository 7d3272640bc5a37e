package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * The keys and values of one sequence in one layer, and the angles of its newest rows.
 *
 * @param keys [key heads, capacity] rows of that type
 * @param values [key heads, capacity]
 * @param cos of the new rows, [new rows, dim]
 * @param sin the same, the first half of each row negated
 * @param capacity rows from one head to the next
 * @param first where the first of the new rows is
 * @param seen how many of the last rows a single new row sees, itself included
 */
public record CacheRows(
    CacheType type,
    ByteBuffer keys,
    ByteBuffer values,
    RowView cos,
    RowView sin,
    int capacity,
    int first,
    int seen) {

  /** Where a row of a head begins, in bytes. */
  int at(int head, int row, int dim) {
    return (head * capacity + row) * type.rowBytes(dim);
  }
}
