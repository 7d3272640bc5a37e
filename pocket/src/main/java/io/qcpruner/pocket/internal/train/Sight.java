package io.qcpruner.pocket.internal.train;

import java.util.List;

/** What the nouns of a turn can look at. */
interface Sight {

  /** Visual rows that show any of the objects. */
  int[] rows(List<Integer> objects);

  /** The rows of the objects that come first, where time passes. */
  default int[] early(List<Integer> objects) {
    return rows(objects);
  }

  /** The rows of the objects that come last. */
  default int[] late(List<Integer> objects) {
    return rows(objects);
  }

  /** The rows of their centres. */
  int[] centers(List<Integer> objects);

  /** What they have in common: a class per group of {@link DenseWords}. */
  int[] labels(List<Integer> objects);
}
