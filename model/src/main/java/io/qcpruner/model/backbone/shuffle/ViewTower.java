package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import org.bytedeco.pytorch.Tensor;

/** A tower over square views, and what joins blocks of its patches into decoder rows. */
public interface ViewTower {

  /**
   * Runs all layers.
   *
   * @param pixels [V, 3, S, S]
   * @param tap records queries and keys, patches in block order; may be null
   * @return [V, P, d] in block order
   */
  Tensor forward(Tensor pixels, TowerTap tap, Workspace workspace, Cancellation cancellation);

  /** Blocks [N, patches of a block, d] as decoder rows [N, D]. */
  Tensor join(Tensor blocks, Workspace workspace);
}
