package io.qcpruner.model.backbone.qwen;

import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** A tower over patches in block order, whose merger makes one row of each block. */
public interface MergingTower {

  /**
   * What a tower makes of one picture or clip, blocks in raster order.
   *
   * @param units [N, merge², d] output of the last layer, grouped by block
   * @param merged [N, D] rows as the decoder will see them
   * @param reverse place of each block in what a tap recorded
   * @param deep [N, D] rows to add after the first decoder layers, a tensor for each
   */
  record Output(Tensor units, Tensor merged, int[] reverse, List<Tensor> deep) {

    /** Nothing is added inside the decoder. */
    public Output(Tensor units, Tensor merged, int[] reverse) {
      this(units, merged, reverse, List.of());
    }
  }

  /**
   * Runs all layers and the merger.
   *
   * @param patches [P, values of a patch] in block order
   * @param grid slices, rows and columns of patches
   * @param tap records rotated queries and keys of the last layer; may be null
   */
  Output forward(
      Tensor patches, PatchGrid grid, TowerTap tap, Workspace workspace, Cancellation cancellation);
}
