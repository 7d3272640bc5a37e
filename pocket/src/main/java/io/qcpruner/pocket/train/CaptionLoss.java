package io.qcpruner.pocket.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.ClipTextTower;
import io.qcpruner.pocket.PocketShape;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Matches the class row of a picture with captions: each pair of the batch is true or false, and
 * its cosine decides by a sigmoid. Zhai et al., "Sigmoid Loss for Language Image Pre-Training",
 * 2023; here the labels are known for every pair, because captions can be checked against scenes.
 */
final class CaptionLoss {

  static final double SCALE = 24;
  private static final double BIAS = -5;
  private static final int SUM = 2;

  /** Against the loss of answers. */
  private static final double WEIGHT = 2;

  private static final String PROJECTION = "visual_projection.weight";

  private final ClipTextTower text;
  private final LayerNorm norm;
  private final Tensor projection;

  CaptionLoss(Parts parts) throws WeightsException {
    int d = PocketShape.TOWER_WIDTH;
    this.text = new ClipTextTower(PocketShape.captions(), parts);
    this.norm = parts.layerNorm("vision.post_layernorm", d, PocketShape.tower(1).layerNormEps());
    this.projection = parts.tensor(PROJECTION, PocketShape.captions().projectionDim(), d);
  }

  static boolean isIn(Parameters parameters) {
    return parameters.has(PROJECTION);
  }

  /**
   * True pairs and false pairs have half of the weight each.
   *
   * @param classRows [B, d]
   */
  Tensor of(Tensor classRows, Batch.Captions captions, Workspace workspace) {
    Tensor images = norm.forward(classRows).matmul(projection.t()); // [B, p]
    Tensor texts = text.encodeAll(captions.ids(), workspace); // [C, p]
    Tensor logits =
        unit(images).matmul(unit(texts).t()).mul(new Scalar(SCALE)).add(new Scalar(BIAS));
    int trues = 0;
    for (boolean b : captions.holds()) {
      trues += b ? 1 : 0;
    }
    int n = captions.holds().length;
    float[] target = new float[n];
    float[] weight = new float[n];
    for (int i = 0; i < n; i++) {
      target[i] = captions.holds()[i] ? 1 : 0;
      weight[i] = captions.holds()[i] ? 0.5f / Math.max(1, trues) : 0.5f / Math.max(1, n - trues);
    }
    long b = classRows.size(0);
    Placement cpu = Placement.cpu();
    return torch
        .binary_cross_entropy_with_logits(
            logits,
            Tensors.ofFloats(target, cpu, b, n / b),
            new TensorOptional(Tensors.ofFloats(weight, cpu, b, n / b)),
            new TensorOptional(),
            SUM)
        .mul(new Scalar(WEIGHT));
  }

  private static Tensor unit(Tensor rows) {
    Tensor squares =
        rows.square().sum(new long[] {-1}, true, new org.bytedeco.pytorch.ScalarTypeOptional());
    return rows.mul(squares.add(new Scalar(1e-6)).rsqrt());
  }
}
