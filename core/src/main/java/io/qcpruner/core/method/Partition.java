package io.qcpruner.core.method;

import java.util.ArrayList;
import java.util.List;

/** Parts of the numbers below n, at first each by itself. */
final class Partition {

  /** Towards the lowest number of a part. */
  private final int[] parent;

  Partition(int n) {
    parent = Indices.range(n);
  }

  /** Makes the parts of two numbers one. */
  void join(int a, int b) {
    int lowestA = lowest(a);
    int lowestB = lowest(b);
    parent[Math.max(lowestA, lowestB)] = Math.min(lowestA, lowestB);
  }

  private int lowest(int number) {
    int at = number;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The members of each part, ascending, by its lowest number. */
  List<int[]> members() {
    List<List<Integer>> parts = new ArrayList<>();
    int[] number = new int[parent.length];
    for (int i = 0; i < parent.length; i++) {
      int lowest = lowest(i);
      if (lowest == i) {
        number[i] = parts.size();
        parts.add(new ArrayList<>());
      }
      parts.get(number[lowest]).add(i);
    }
    return parts.stream().map(part -> part.stream().mapToInt(i -> i).toArray()).toList();
  }
}
