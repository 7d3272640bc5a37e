package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.TowerMerging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * MustDrop's merge after the tower's first layer: windows of 3 x 3 patches that look alike become
 * their mean. All views merge as many windows as the one with the fewest alike ones. Patches of a
 * border that fills no window stay.
 *
 * @param gridRows patch rows of a view
 * @param gridCols patch columns of a view
 * @param threshold mean cosine between the patches of a window from which they are alike
 */
record WindowMerge(int gridRows, int gridCols, double threshold) implements TowerMerging {

  private static final int SIDE = 3;

  @Override
  public Place place() {
    return Place.AFTER_LAYER;
  }

  @Override
  public boolean proportionalAttention() {
    return false;
  }

  @Override
  public boolean actsAt(int layer) {
    return layer == 0;
  }

  @Override
  public List<RowMap> merge(int layer, Matrix metric, int[] sizes, int views) {
    int rows = metric.rows() / views;
    int classRows = rows - gridRows * gridCols;
    List<float[]> likeness = new ArrayList<>();
    int merged = Integer.MAX_VALUE;
    for (int v = 0; v < views; v++) {
      float[] own = likeness(metric.rows(v * rows + classRows, (v + 1) * rows));
      int alike = 0;
      for (float mean : own) {
        alike += mean >= threshold ? 1 : 0;
      }
      merged = Math.min(merged, alike);
      likeness.add(own);
    }
    List<RowMap> out = new ArrayList<>();
    for (float[] own : likeness) {
      out.add(map(Kernels.topK(own, merged), classRows, rows));
    }
    return out;
  }

  private int windowCols() {
    return gridCols / SIDE;
  }

  /** Mean cosine between different patches of each window. */
  private float[] likeness(Matrix patches) {
    double[] norms = Kernels.clampedNorms(patches);
    float[] mean = new float[gridRows / SIDE * windowCols()];
    for (int w = 0; w < mean.length; w++) {
      double[] sum = new double[patches.cols()];
      double own = 0;
      for (int patch : window(w)) {
        int at = patches.offset(patch);
        for (int c = 0; c < sum.length; c++) {
          double unit = patches.data()[at + c] / norms[patch];
          sum[c] += unit;
          own += unit * unit;
        }
      }
      double all = Arrays.stream(sum).map(s -> s * s).sum();
      int n = SIDE * SIDE;
      mean[w] = (float) ((all - own) / (n * (n - 1)));
    }
    return mean;
  }

  private int[] window(int w) {
    int[] patches = new int[SIDE * SIDE];
    for (int i = 0; i < patches.length; i++) {
      int row = w / windowCols() * SIDE + i / SIDE;
      patches[i] = row * gridCols + w % windowCols() * SIDE + i % SIDE;
    }
    return patches;
  }

  /** The class row, the merged windows by falling likeness, then the other patches. */
  private RowMap map(int[] windows, int classRows, int rows) {
    boolean[] gone = new boolean[rows];
    List<int[]> sources = new ArrayList<>();
    for (int r = 0; r < classRows; r++) {
      sources.add(new int[] {r});
      gone[r] = true;
    }
    for (int w : windows) {
      int[] own = Indices.shifted(window(w), classRows);
      sources.add(own);
      for (int r : own) {
        gone[r] = true;
      }
    }
    for (int r = 0; r < rows; r++) {
      if (!gone[r]) {
        sources.add(new int[] {r});
      }
    }
    int[] ones = new int[rows];
    Arrays.fill(ones, 1);
    return MatchingMerge.weighted(sources.toArray(int[][]::new), ones);
  }
}
