package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/** VScan's two ways to spread patches over the windows of a view. */
public enum LocalPatches {
  /** Class attention, windows of 6 x 6, equally many from each; what is left over is not chosen. */
  EACH_WINDOW(6),
  /** Received attention, windows of 4 x 4, by falling score with a cap for each. */
  CAPPED(4);

  private final int side;

  LocalPatches(int side) {
    this.side = side;
  }

  Signal attention() {
    return this == EACH_WINDOW ? Signal.LAYER_CLASS_ATTENTION : Signal.LAYER_RECEIVED_ATTENTION;
  }

  /** Patches of one view, in the order they are chosen; at most {@code count}. */
  int[] choose(float[] score, VisionLayout vision, int count) {
    int down = Math.max(1, vision.gridRows() / side);
    int across = Math.max(1, vision.gridCols() / side);
    int windows = down * across;
    // rows and columns that fill no window belong to the last one
    int[] windowOf =
        IntStream.range(0, score.length)
            .map(
                p ->
                    Math.min(down - 1, p / vision.gridCols() / side) * across
                        + Math.min(across - 1, p % vision.gridCols() / side))
            .toArray();
    int cap = this == EACH_WINDOW ? count / windows : (count + windows - 1) / windows;
    int[] taken = new int[windows];
    int[] chosen = new int[count];
    int next = 0;
    for (int patch : Kernels.topK(score, score.length)) {
      if (next < count && taken[windowOf[patch]] < cap) {
        taken[windowOf[patch]]++;
        chosen[next++] = patch;
      }
    }
    return Arrays.copyOf(chosen, next);
  }
}
