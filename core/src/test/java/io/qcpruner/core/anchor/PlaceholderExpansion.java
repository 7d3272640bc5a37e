package io.qcpruner.core.anchor;

import java.util.Arrays;

/**
 * Prompt positions after each visual placeholder has been replaced by its visual rows. Families
 * whose prompts hold one placeholder per visual token need no such map.
 *
 * @param placeholders positions of the placeholders, ascending
 * @param counts visual rows that take the place of each
 */
record PlaceholderExpansion(int[] placeholders, int[] counts) {

  public PlaceholderExpansion {
    if (placeholders.length != counts.length) {
      throw new IllegalArgumentException(
          placeholders.length + " placeholders, but counts for " + counts.length);
    }
    for (int i = 1; i < placeholders.length; i++) {
      if (placeholders[i] <= placeholders[i - 1]) {
        throw new IllegalArgumentException(
            "placeholders must ascend: " + Arrays.toString(placeholders));
      }
    }
  }

  /** The positions, in the order given, in the expanded sequence. */
  public int[] apply(int[] positions) {
    return Arrays.stream(positions).map(this::apply).toArray();
  }

  private int apply(int position) {
    int moved = position;
    for (int k = 0; k < placeholders.length && placeholders[k] < position; k++) {
      moved += counts[k] - 1;
    }
    return moved;
  }
}
