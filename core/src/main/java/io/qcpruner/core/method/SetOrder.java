package io.qcpruner.core.method;

/**
 * The order in which CPython iterates a set of small non-negative integers that were inserted one
 * by one: open addressing with short linear runs. Published DART code visits its pivots in this
 * order.
 */
final class SetOrder {

  private static final int LINEAR_PROBES = 9;
  private static final int PERTURB_SHIFT = 5;
  private static final int EMPTY = -1;

  private SetOrder() {}

  /** The distinct values in iteration order. */
  static int[] of(int[] values) {
    int[] table = emptyTable(8);
    int used = 0;
    for (int value : values) {
      if (insert(table, value)) {
        used++;
        // a set grows when it is three fifths full, to four times what it holds
        if (used * 5 >= (table.length - 1) * 3) {
          table = grown(table, used * 4);
        }
      }
    }
    int[] out = new int[used];
    int n = 0;
    for (int slot : table) {
      if (slot != EMPTY) {
        out[n++] = slot;
      }
    }
    return out;
  }

  private static int[] emptyTable(int size) {
    int[] table = new int[size];
    java.util.Arrays.fill(table, EMPTY);
    return table;
  }

  private static int[] grown(int[] old, int atLeast) {
    int size = 8;
    while (size <= atLeast) {
      size *= 2;
    }
    int[] table = emptyTable(size);
    for (int value : old) {
      if (value != EMPTY) {
        insert(table, value);
      }
    }
    return table;
  }

  private static boolean insert(int[] table, int value) {
    int mask = table.length - 1;
    int slot = value & mask;
    int perturb = value;
    while (true) {
      int probes = slot + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
      for (int i = slot; i <= slot + probes; i++) {
        if (table[i] == EMPTY) {
          table[i] = value;
          return true;
        }
        if (table[i] == value) {
          return false;
        }
      }
      perturb >>>= PERTURB_SHIFT;
      slot = (slot * 5 + 1 + perturb) & mask;
    }
  }
}
