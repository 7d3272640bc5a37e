package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.ModuleFactory;
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
  private static final double PATCH_SCALE = 20;
  private static final double PATCH_BIAS = -10;

  /** The smallest objects fill about this many patches. */
  private static final int NEAREST = 4;

  private static final int SUM = 2;

  /** Against the loss of answers. */
  private static final double WEIGHT = 2;

  private static final String PROJECTION = "visual_projection.weight";

  private final ClipTextTower text;
  private final LayerNorm norm;
  private final Tensor projection;

  CaptionLoss(ModuleFactory modules) throws WeightsException {
    int d = PocketShape.TOWER_WIDTH;
    this.text = new ClipTextTower(PocketShape.captions(), modules);
    this.norm = modules.layerNorm("vision.post_layernorm", d, PocketShape.tower(1).layerNormEps());
    this.projection = modules.tensor(PROJECTION, PocketShape.captions().projectionDim(), d);
  }

  static boolean isIn(Parameters parameters) {
    return parameters.has(PROJECTION);
  }

  /**
   * Matches the class row and, apart from it, the patches, so that both lie in the texts' space.
   * The patches have words of their own to learn and take no gradient from here.
   *
   * @param rows of the tower, the class row first [B, 1 + V, d]
   */
  Tensor of(Tensor rows, Batch.Captions captions, Workspace workspace) {
    Tensor texts = text.encodeAll(captions.ids(), workspace); // [C, p]
    Tensor ofClass = ofClass(rows.select(1, 0), texts, captions);
    Tensor patches = rows.narrow(1, 1, rows.size(1) - 1).detach();
    return ofClass.add(ofPatches(patches, texts, captions).loss()).mul(new Scalar(0.5));
  }

  private Tensor ofClass(Tensor classRows, Tensor texts, Batch.Captions captions) {
    return ofPairs(norm.forward(classRows).matmul(projection.t()), texts, captions.holds());
  }

  /**
   * The loss of every picture with every text.
   *
   * @param images [B, p]
   * @param texts [C, p]
   * @param holds [B · C] which pairs are true
   */
  static Tensor ofPairs(Tensor images, Tensor texts, boolean[] holds) {
    Tensor cosine = unit(images).matmul(unit(texts).t());
    return crossEntropy(cosine.mul(new Scalar(SCALE)).add(new Scalar(BIAS)), holds);
  }

  /**
   * What {@link #ofPatches} gives.
   *
   * @param balancedAccuracy mean of the shares of true and of false pairs on the right side of zero
   */
  record Outcome(Tensor loss, double balancedAccuracy) {}

  /**
   * The same with the patches instead of the class row: a pair's similarity is the mean of its
   * largest few. Yao et al., "FILIP: Fine-grained Interactive Language-Image Pre-Training", 2022,
   * takes the largest of each patch.
   *
   * @param patches [B, V, d]
   */
  Outcome ofPatches(Tensor patches, Batch.Captions captions, Workspace workspace) {
    return ofPatches(patches, text.encodeAll(captions.ids(), workspace), captions);
  }

  private Outcome ofPatches(Tensor patches, Tensor texts, Batch.Captions captions) {
    Tensor images = norm.forward(patches).matmul(projection.t()); // [B, V, p]
    Tensor all = unit(images).matmul(unit(texts).t()); // [B, V, C]
    Tensor best =
        all.topk(NEAREST, 1, true, false)
            .get0()
            .mean(new long[] {1}, false, new org.bytedeco.pytorch.ScalarTypeOptional());
    Tensor logits = best.mul(new Scalar(PATCH_SCALE)).add(new Scalar(PATCH_BIAS));
    float[] values = Tensors.toFloats(logits);
    int[] right = new int[2];
    int[] count = new int[2];
    for (int i = 0; i < values.length; i++) {
      int side = captions.holds()[i] ? 1 : 0;
      count[side]++;
      right[side] += values[i] > 0 == captions.holds()[i] ? 1 : 0;
    }
    double accuracy =
        0.5 * right[0] / Math.max(1, count[0]) + 0.5 * right[1] / Math.max(1, count[1]);
    return new Outcome(crossEntropy(logits, captions.holds()), accuracy);
  }

  /** True pairs and false pairs have half of the weight each. */
  private static Tensor crossEntropy(Tensor logits, boolean[] holds) {
    int trues = 0;
    for (boolean b : holds) {
      trues += b ? 1 : 0;
    }
    int n = holds.length;
    float[] target = new float[n];
    float[] weight = new float[n];
    for (int i = 0; i < n; i++) {
      target[i] = holds[i] ? 1 : 0;
      weight[i] = holds[i] ? 0.5f / Math.max(1, trues) : 0.5f / Math.max(1, n - trues);
    }
    long b = logits.size(0);
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
