package io.qcpruner.model.backbone;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.vision.TowerGroups;
import io.qcpruner.model.vision.TowerTap;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * What a tower made of one picture or clip. Tensors belong to the scope of the caller.
 *
 * @param visual what went in
 * @param layout the views that the rows come from
 * @param towerRows [V·R, d] output of the feature layer, class rows included; for Qwen the mean of
 *     the four rows of each merge unit, in raster order
 * @param merged [N, D] rows as the decoder will see them, where tower and projector are one (Qwen);
 *     null elsewhere
 * @param tap queries and keys of the last layer, null unless asked for
 * @param reverse place in the tap's order of each merge unit (Qwen); empty where the order is kept
 * @param deep [N, D] rows that are added to the merged ones after the first decoder layers, one
 *     tensor for each of these layers (Qwen3-VL); empty elsewhere
 * @param groups which rows share one, if the tower was asked to merge rows
 */
public record VisionOutput(
    Visual visual,
    VisionLayout layout,
    Tensor towerRows,
    Tensor merged,
    TowerTap tap,
    int[] reverse,
    List<Tensor> deep,
    Optional<TowerGroups> groups) {

  public VisionOutput {
    deep = List.copyOf(deep);
  }

  /** Nothing is added inside the decoder. */
  public VisionOutput(
      Visual visual,
      VisionLayout layout,
      Tensor towerRows,
      Tensor merged,
      TowerTap tap,
      int[] reverse) {
    this(visual, layout, towerRows, merged, tap, reverse, List.of(), Optional.empty());
  }

  /** A copy of these rows with queries and keys of more layers. */
  public VisionOutput withTap(TowerTap other) {
    return new VisionOutput(visual, layout, towerRows, merged, other, reverse, deep, groups);
  }
}
