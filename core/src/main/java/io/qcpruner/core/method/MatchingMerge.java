package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.TowerMerging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * ToMe's bipartite soft matching: even rows are set A, odd rows set B; of the pairs of a row of A
 * with its most similar row of B the best ones merge. The class row merges with none.
 *
 * @param perLayer r of each layer
 * @param classRow whether each view has a class row in front
 * @param proportionalAttention whether attention counts merged rows by their size
 */
record MatchingMerge(int[] perLayer, boolean classRow, boolean proportionalAttention)
    implements TowerMerging {

  @Override
  public Place place() {
    return Place.BEFORE_MLP;
  }

  @Override
  public boolean actsAt(int layer) {
    return layer < perLayer.length && perLayer[layer] > 0;
  }

  @Override
  public List<RowMap> merge(int layer, Matrix metric, int[] sizes, int views) {
    int rows = metric.rows() / views;
    int limit = (rows - (classRow ? 1 : 0)) / 2;
    List<RowMap> out = new ArrayList<>();
    for (int v = 0; v < views; v++) {
      int[] own = Arrays.copyOfRange(sizes, v * rows, (v + 1) * rows);
      Matrix keys = metric.rows(v * rows, (v + 1) * rows);
      out.add(matched(keys, own, Math.min(perLayer[layer], limit)));
    }
    return out;
  }

  private RowMap matched(Matrix metric, int[] sizes, int r) {
    int n = sizes.length;
    int[] a = Indices.range(n, i -> i % 2 == 0);
    int[] b = Indices.range(n, i -> i % 2 == 1);
    Matrix cosine = Kernels.cosine(metric.selectRows(a), metric.selectRows(b));
    float[] best = new float[a.length];
    int[] partner = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      boolean own = classRow && i == 0;
      partner[i] = own ? -1 : Kernels.topK(cosine.row(i), 1)[0];
      best[i] = own ? Float.NEGATIVE_INFINITY : cosine.get(i, partner[i]);
    }
    int[] byLikeness = Kernels.topK(best, best.length);
    int[] merging = Arrays.copyOf(byLikeness, r);
    int[] staying = Arrays.copyOfRange(byLikeness, r, best.length);
    if (classRow) {
      Arrays.sort(staying); // published: without a class row they stay in the order of likeness
    }
    int[][] sources = new int[staying.length + b.length][];
    for (int i = 0; i < staying.length; i++) {
      sources[i] = new int[] {a[staying[i]]};
    }
    for (int j = 0; j < b.length; j++) {
      int target = j;
      int[] from =
          Arrays.stream(merging).filter(i -> partner[i] == target).map(i -> a[i]).toArray();
      sources[staying.length + j] = Indices.concat(new int[] {b[j]}, from);
    }
    return weighted(sources, sizes);
  }

  /** Rows that are means of their sources, each as often as it stands for patches. */
  static RowMap weighted(int[][] sources, int[] sizes) {
    int[] offsets = new int[sources.length + 1];
    for (int i = 0; i < sources.length; i++) {
      offsets[i + 1] = offsets[i] + sources[i].length;
    }
    int[] all = new int[offsets[sources.length]];
    float[] weights = new float[all.length];
    for (int i = 0; i < sources.length; i++) {
      double total = Arrays.stream(sources[i]).mapToDouble(s -> sizes[s]).sum();
      for (int k = 0; k < sources[i].length; k++) {
        all[offsets[i] + k] = sources[i][k];
        weights[offsets[i] + k] = (float) (sizes[sources[i][k]] / total);
      }
    }
    return new RowMap(offsets, all, weights);
  }
}
