package io.qcpruner.model.backbone.qwen;

import io.qcpruner.model.backbone.MergedBackbone.Blocks;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import org.bytedeco.pytorch.Tensor;

/** A tower over patches in block order, whose merger makes one row of each block. */
public interface MergingTower {

  /**
   * Runs all layers and the merger.
   *
   * @param patches [P, values of a patch] in block order
   * @param grid slices, rows and columns of patches
   * @param tap records rotated queries and keys of the last layer; may be null
   */
  Blocks forward(
      Tensor patches, PatchGrid grid, TowerTap tap, Workspace workspace, Cancellation cancellation);
}
