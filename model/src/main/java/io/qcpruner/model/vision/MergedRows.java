package io.qcpruner.model.vision;

import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** Which rows of a tower were merged so far in one run. Not for several threads. */
final class MergedRows {
  private final TowerMerging merging;
  private final Placement placement;
  private final int views;
  private final int[][] rowOf; // [V][R] row as it stands of each row the tower began with
  private int[] sizes; // [V*R']
  private int rows;

  MergedRows(TowerMerging merging, int views, int rowsPerView, Placement placement) {
    this.merging = merging;
    this.placement = placement;
    this.views = views;
    this.rows = rowsPerView;
    this.rowOf = new int[views][];
    for (int v = 0; v < views; v++) {
      rowOf[v] = IntStream.range(0, rowsPerView).toArray();
    }
    this.sizes = new int[views * rowsPerView];
    Arrays.fill(sizes, 1);
  }

  /** Runs a layer on the rows as they stand; [V, R, d] to [V, R', d]. */
  Tensor forward(int index, VitLayer layer, Tensor x, TowerTap.Layer tap, Workspace workspace) {
    if (actsAt(index, TowerMerging.Place.BEFORE_MLP)) {
      VitLayer.Merge merge = (h, keys) -> merge(index, h, TowerSignals.meanKeys(keys));
      return layer.merging(x, mask(), tap, merge, workspace);
    }
    Tensor out = layer.forward(x, mask(), tap, workspace);
    return actsAt(index, TowerMerging.Place.AFTER_LAYER) ? merge(index, out, out) : out;
  }

  private boolean actsAt(int layer, TowerMerging.Place place) {
    return merging.place() == place && merging.actsAt(layer);
  }

  /** What attention adds to the logits of merged rows. */
  private AttentionMask mask() {
    if (!merging.proportionalAttention() || Arrays.stream(sizes).allMatch(s -> s == 1)) {
      return AttentionMask.NONE;
    }
    float[] logs = new float[sizes.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = (float) Math.log(sizes[i]);
    }
    return new AttentionMask.Custom(Tensors.ofFloats(logs, placement, views, 1, 1, rows));
  }

  /**
   * @param x [V, R, d] rows as they stand
   * @param metric [V, R, m]
   * @return [V, R', d]
   */
  private Tensor merge(int layer, Tensor x, Tensor metric) {
    List<RowMap> maps =
        merging.merge(layer, Tensors.toMatrix(metric.flatten(0, 1)), sizes.clone(), views);
    int kept = maps.get(0).size();
    if (maps.size() != views || maps.stream().anyMatch(m -> m.size() != kept)) {
      throw new IllegalArgumentException("a merging must leave all views equally many rows");
    }
    int[] next = new int[views * kept];
    Tensor[] made = new Tensor[views];
    for (int v = 0; v < views; v++) {
      follow(maps.get(v), v, next);
      made[v] = RowMaps.apply(maps.get(v), x.select(0, v), placement).unsqueeze(0);
    }
    sizes = next;
    rows = kept;
    return views == 1 ? made[0] : Tensors.cat(0, made);
  }

  private void follow(RowMap map, int view, int[] next) {
    int[] target = new int[rows];
    Arrays.fill(target, -1);
    for (int row = 0; row < map.size(); row++) {
      for (int s = map.offsets()[row]; s < map.offsets()[row + 1]; s++) {
        int source = map.sources()[s];
        if (target[source] >= 0) {
          throw new IllegalArgumentException("tower row " + source + " is merged twice");
        }
        target[source] = row;
        next[view * map.size() + row] += sizes[view * rows + source];
      }
    }
    for (int r = 0; r < rowOf[view].length; r++) {
      int to = target[rowOf[view][r]];
      if (to < 0) {
        throw new IllegalArgumentException("tower row " + rowOf[view][r] + " is lost in a merging");
      }
      rowOf[view][r] = to;
    }
  }

  /** Every row the tower began with reads the row it was merged into: [V, R', d] to [V, R, d]. */
  Tensor spread(Tensor x) {
    return Scopes.keep(
        () -> {
          Tensor[] full = new Tensor[views];
          for (int v = 0; v < views; v++) {
            Tensor at = Tensors.ofIndices(rowOf[v], placement);
            full[v] = x.select(0, v).index_select(0, at).unsqueeze(0);
          }
          return views == 1 ? full[0] : Tensors.cat(0, full);
        });
  }

  TowerGroups groups() {
    return new TowerGroups(Arrays.stream(rowOf).map(int[]::clone).toArray(int[][]::new), rows);
  }
}
