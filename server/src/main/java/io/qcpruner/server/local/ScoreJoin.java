package io.qcpruner.server.local;

import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.server.chat.Explanation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Joins what a method decided about each picture into one list of candidates. */
final class ScoreJoin {
  private final List<int[]> cells = new ArrayList<>();
  private int[] kept = new int[0];
  private int[] merged = new int[0];
  private int[] order = new int[0];
  private float[] gains = new float[0];
  private float[] utility = new float[0];
  private float[] similarity = new float[0];
  private float[] alignment = new float[0];

  void add(List<int[]> cellsOfOne, PruneTrace trace) {
    int offset = cells.size();
    cells.addAll(cellsOfOne);
    kept = join(kept, trace.kept(), offset);
    merged = join(merged, trace.merged(), offset);
    order = join(order, trace.order(), offset);
    gains = join(gains, trace.gains());
    utility = join(utility, trace.utility());
    similarity = join(similarity, trace.cueSim());
    alignment = join(alignment, trace.cueAlign());
  }

  Explanation.Scores scores() {
    return new Explanation.Scores(
        cells, kept, merged, order, gains, utility, similarity, alignment, List.of());
  }

  private static int[] join(int[] a, int[] b, int offset) {
    int[] out = Arrays.copyOf(a, a.length + b.length);
    for (int i = 0; i < b.length; i++) {
      out[a.length + i] = b[i] + offset;
    }
    return out;
  }

  private static float[] join(float[] a, float[] b) {
    float[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
