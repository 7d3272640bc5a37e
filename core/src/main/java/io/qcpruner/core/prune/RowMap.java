package io.qcpruner.core.prune;

import java.util.Arrays;

/**
 * How new rows are made from old ones: new row i is the weighted sum of the old rows {@code
 * sources[offsets[i]..offsets[i+1])}. Pure selection is one source of weight one per row.
 *
 * @param offsets start of each new row in sources and weights; one entry more than there are new
 *     rows
 * @param sources old row indices; the first source of a row is the one whose position and grid
 *     place it takes
 * @param weights one weight per source
 */
public record RowMap(int[] offsets, int[] sources, float[] weights) {

  public RowMap {
    if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != sources.length) {
      throw new IllegalArgumentException("offsets must run from 0 to the number of sources");
    }
    if (sources.length != weights.length) {
      throw new IllegalArgumentException(
          sources.length + " sources but " + weights.length + " weights");
    }
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] <= offsets[i - 1]) {
        throw new IllegalArgumentException("new row " + (i - 1) + " has no source");
      }
    }
  }

  /** Keeps the given old rows in the given order. */
  public static RowMap select(int[] rows) {
    int[] offsets = new int[rows.length + 1];
    Arrays.setAll(offsets, i -> i);
    float[] ones = new float[rows.length];
    Arrays.fill(ones, 1f);
    return new RowMap(offsets, rows.clone(), ones);
  }

  public int size() {
    return offsets.length - 1;
  }

  public boolean isSelection() {
    if (sources.length != size()) {
      return false;
    }
    for (float w : weights) {
      if (w != 1f) {
        return false;
      }
    }
    return true;
  }

  /** The old row whose position and grid place each new row takes. */
  public int[] primarySources() {
    int[] out = new int[size()];
    Arrays.setAll(out, i -> sources[offsets[i]]);
    return out;
  }

  /** True when every one of {@code oldRows} rows stays where it is. */
  public boolean isIdentity(int oldRows) {
    if (size() != oldRows || !isSelection()) {
      return false;
    }
    for (int i = 0; i < oldRows; i++) {
      if (sources[i] != i) {
        return false;
      }
    }
    return true;
  }
}
