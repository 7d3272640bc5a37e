package io.qcpruner.model.internal.prune;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.ClipTextTower;
import org.bytedeco.pytorch.Tensor;

/**
 * The joint image-text space of the CLIP model that a tower comes from: text tower and both
 * projections. CDPruner applies them to the tower of the multimodal model, fine-tuned or not.
 */
public final class ClipCompanion {
  private final ClipTextTower text;
  private final LayerNorm postNorm;
  private final Tensor visualProjection;

  /**
   * @param vision shape of the multimodal model's tower; the CLIP folder must have the same
   * @param modules the CLIP folder's weights
   */
  public ClipCompanion(ClipTextConfig config, VitConfig vision, ModuleFactory modules)
      throws WeightsException {
    int d = vision.hiddenSize();
    this.text = new ClipTextTower(config, modules);
    this.postNorm = modules.layerNorm("vision.post_layernorm", d, vision.layerNormEps());
    this.visualProjection = modules.tensor("visual_projection.weight", config.projectionDim(), d);
  }

  /** Tower rows [n, d] to [n, projection]. */
  Tensor images(Tensor towerRows) {
    return postNorm.forward(towerRows).matmul(visualProjection.t());
  }

  /** Token ids with begin and end marks to [rows, projection]. */
  Tensor text(int[] ids, Workspace workspace) {
    return text.encode(ids, workspace);
  }
}
