package io.qcpruner.model.nn;

import io.qcpruner.core.prune.RowMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Carries out row maps on tensors. */
public final class RowMaps {
  private RowMaps() {}

  /**
   * Makes the new rows of x [rows, D]. A row with one source of weight one is copied bit by bit.
   */
  public static Tensor apply(RowMap map, Tensor x, Placement placement) {
    return Scopes.keep(
        () -> {
          Tensor picked = x.index_select(0, Tensors.ofIndices(map.sources(), placement));
          return map.isSelection() ? picked : sum(map, picked, placement);
        });
  }

  private static Tensor sum(RowMap map, Tensor picked, Placement placement) {
    int[] target = new int[map.sources().length];
    for (int row = 0; row < map.size(); row++) {
      for (int s = map.offsets()[row]; s < map.offsets()[row + 1]; s++) {
        target[s] = row;
      }
    }
    Tensor weights = Tensors.ofFloats(map.weights(), placement, target.length, 1);
    Tensor zeros = torch.zeros(new long[] {map.size(), picked.size(1)}, placement.options());
    return zeros.index_add(0, Tensors.ofIndices(target, placement), picked.mul(weights));
  }
}
