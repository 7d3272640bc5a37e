package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;

/**
 * VisionZip's contextual tokens: evenly spaced targets among the rest, every other rest token joins
 * the target whose key is most similar, and the mean of the joined rows is added to the target.
 *
 * @param targets the targets' patch numbers, ascending
 * @param members for each target the patches that joined it, ascending
 */
record ContextualMerge(int[] targets, int[][] members) {

  /**
   * @param keys [patches, dk] keys of one view, averaged over heads
   * @param rest patches that are not dominant, ascending
   */
  static ContextualMerge of(Matrix keys, int[] rest, int count) {
    if (count == 0) {
      return new ContextualMerge(new int[0], new int[0][]);
    }
    int step = Math.max(1, rest.length / count);
    int[] targetAt = new int[count];
    Arrays.setAll(targetAt, i -> i * step);
    int[] targets = Indices.gather(rest, targetAt);
    int[] others = Indices.gather(rest, Indices.complement(targetAt, rest.length));
    // [others, targets]
    Matrix similarity = Kernels.cosine(keys.selectRows(others), keys.selectRows(targets));
    int[] joined = new int[others.length];
    for (int i = 0; i < others.length; i++) {
      joined[i] = Kernels.topK(similarity.row(i), 1)[0];
    }
    int[][] members = new int[count][];
    for (int t = 0; t < count; t++) {
      int target = t;
      int[] at =
          Arrays.stream(Indices.range(others.length)).filter(i -> joined[i] == target).toArray();
      members[t] = Indices.gather(others, at);
    }
    return new ContextualMerge(targets, members);
  }

  /** Target and members as source rows, target first. */
  int[] sources(int t, int firstRow) {
    int[] out = new int[members[t].length + 1];
    out[0] = firstRow + targets[t];
    for (int i = 0; i < members[t].length; i++) {
      out[i + 1] = firstRow + members[t][i];
    }
    return out;
  }

  /** 1 for the target, the members' mean on top. */
  float[] weights(int t) {
    float[] out = new float[members[t].length + 1];
    Arrays.fill(out, 1f / Math.max(1, members[t].length));
    out[0] = 1f;
    return out;
  }
}
