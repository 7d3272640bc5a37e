package io.qcpruner.core.objective;

/** A binary heap of longs, smallest on top. Takes the array over. */
final class KeyHeap {

  private final long[] keys;
  private int size;

  KeyHeap(long[] keys) {
    this.keys = keys;
    this.size = keys.length;
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i, keys[i]);
    }
  }

  int size() {
    return size;
  }

  long top() {
    assert size > 0 : "empty heap";
    return keys[0];
  }

  void replaceTop(long key) {
    sink(0, key);
  }

  void removeTop() {
    size--;
    if (size > 0) {
      sink(0, keys[size]);
    }
  }

  private void sink(int from, long key) {
    int hole = from;
    for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= key) {
        break;
      }
      keys[hole] = keys[child];
      hole = child;
    }
    keys[hole] = key;
  }
}
