package io.qcpruner.text;

import java.util.Arrays;

/** Tokens under construction. */
final class TokenBuffer {
  private int[] ids = new int[64];
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int size;

  void add(int id, int start, int end) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
      starts = Arrays.copyOf(starts, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
    }
    ids[size] = id;
    starts[size] = start;
    ends[size] = end;
    size++;
  }

  Tokens tokens() {
    return new Tokens(
        Arrays.copyOf(ids, size), Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
  }
}
