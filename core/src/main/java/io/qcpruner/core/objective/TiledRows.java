package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Cosines computed from features when asked for, bit for bit those of {@link
 * Kernels#cosine(Matrix)}. Memory is that of the features and of some kept rows, at most a quarter
 * of the features or a few tiles; the N x N matrix never exists.
 */
public final class TiledRows implements AffinityRows {

  /** Rows computed together while rows are asked for in order. */
  private static final int TILE = 16;

  /** Targets per task; four rows are multiplied at once, so a multiple of four. */
  private static final int TASK = 128;

  private final Matrix features;
  private final double[] norms;
  private final int n;

  /** [slots, n] kept rows; the oldest makes room. */
  private final float[] kept;

  private final int slots;
  private final int[] slotOf;
  private final int[] rowIn;
  private int nextSlot;
  private int expected;

  public TiledRows(Matrix features) {
    this.features = features.requireFinite("features");
    this.norms = Kernels.clampedNorms(features);
    this.n = features.rows();
    this.slots = slots(n, features.cols());
    this.kept = new float[slots * n];
    this.slotOf = new int[n];
    Arrays.fill(slotOf, -1);
    this.rowIn = new int[slots];
    Arrays.fill(rowIn, -1);
  }

  private static int slots(int n, int width) {
    int wanted = Math.min(Math.max(2 * TILE, width / 4), Math.max(TILE, n));
    return Math.max(TILE, Math.min(wanted, (Integer.MAX_VALUE - 8) / Math.max(1, n)));
  }

  @Override
  public int candidates() {
    return n;
  }

  @Override
  public int targets() {
    return n;
  }

  @Override
  public float[] array(int candidate) {
    if (slotOf[candidate] < 0) {
      int count = candidate == expected ? Math.min(TILE, n - candidate) : 1;
      load(candidate, count);
      expected = candidate + count;
    }
    return kept;
  }

  @Override
  public int offset(int candidate) {
    return slotOf[candidate] * n;
  }

  private void load(int first, int count) {
    int[] places = new int[count];
    for (int r = 0; r < count; r++) {
      places[r] = place(first + r);
    }
    int tasks = (n + TASK - 1) / TASK;
    // values are independent of each other, so threads can't change them
    IntStream.range(0, tasks).parallel().forEach(t -> computeTask(first, places, t * TASK));
  }

  /** Gives a row a slot and returns where the slot starts. */
  private int place(int row) {
    int slot = nextSlot;
    nextSlot = (nextSlot + 1) % slots;
    // a row that was loaded again lives in another slot by now
    if (rowIn[slot] >= 0 && slotOf[rowIn[slot]] == slot) {
      slotOf[rowIn[slot]] = -1;
    }
    rowIn[slot] = row;
    slotOf[row] = slot;
    return slot * n;
  }

  /** Four targets stay in the first-level cache while all rows of the tile meet them. */
  private void computeTask(int first, int[] places, int from) {
    int to = Math.min(from + TASK, n);
    for (int i = from; i < to; i += 4) {
      int rows = Math.min(4, to - i);
      for (int r = 0; r < places.length; r++) {
        Kernels.cosines(features, norms, first + r, i, rows, kept, places[r] + i);
      }
    }
  }
}
