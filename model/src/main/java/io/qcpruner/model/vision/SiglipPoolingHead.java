package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * The attention pooling of a stand-alone SigLIP model: a learned probe attends to all patches.
 * LLaVA-Video checkpoints don't carry it; methods that rank frames take it from the tower's own
 * checkpoint.
 */
public final class SiglipPoolingHead {
  private final int heads;
  private final LayerNorm postNorm;
  private final Tensor probe; // [1, 1, d]
  private final Linear q;
  private final Linear k;
  private final Linear v;
  private final Linear out;
  private final LayerNorm norm;
  private final Linear fc1;
  private final Linear fc2;

  public SiglipPoolingHead(VitConfig config, Parts parts) throws WeightsException {
    int d = config.hiddenSize();
    this.heads = config.heads();
    this.postNorm = parts.layerNorm("vision.post_layernorm", d, config.layerNormEps());
    this.probe = parts.tensor("vision.head.probe", 1, 1, d);
    Tensor inWeight = parts.tensor("vision.head.attention.in_proj_weight", 3L * d, d);
    Tensor inBias = parts.tensor("vision.head.attention.in_proj_bias", 3L * d);
    this.q = parts.linear(inWeight.narrow(0, 0, d), inBias.narrow(0, 0, d));
    this.k = parts.linear(inWeight.narrow(0, d, d), inBias.narrow(0, d, d));
    this.v = parts.linear(inWeight.narrow(0, 2L * d, d), inBias.narrow(0, 2L * d, d));
    this.out = parts.linear("vision.head.attention.out_proj", d, d, true);
    this.norm = parts.layerNorm("vision.head.layernorm", d, config.layerNormEps());
    this.fc1 = parts.linear("vision.head.mlp.fc1", d, config.intermediateSize(), true);
    this.fc2 = parts.linear("vision.head.mlp.fc2", config.intermediateSize(), d, true);
  }

  /** Whether the weights hold a pooling head. */
  public static boolean isIn(Parts parts) {
    return parts.has("vision.head.probe") && parts.has("vision.post_layernorm.weight");
  }

  /**
   * @param descriptors [V, d] one vector per frame
   * @param saliency [V, P] attention of the probe, averaged over heads
   */
  public record Pooled(Tensor descriptors, Tensor saliency) {}

  /** rows [V, P, d]: the tower's output. */
  public Pooled forward(Tensor rows, Workspace workspace) {
    Tensor x = postNorm.forward(rows);
    long views = rows.size(0);
    long dim = rows.size(2) / heads;
    Tensor query = q.forward(probe, workspace).view(1, 1, heads, dim).transpose(1, 2);
    Tensor keys = k.forward(x, workspace).unflatten(2, heads, dim).transpose(1, 2);
    Tensor values = v.forward(x, workspace).unflatten(2, heads, dim).transpose(1, 2);
    Tensor a =
        query
            .mul(new Scalar(1 / Math.sqrt(dim)))
            .matmul(keys.transpose(2, 3))
            .softmax(-1); // [V, H, 1, P]
    Tensor attended = a.matmul(values).transpose(1, 2).reshape(views, 1, heads * dim);
    Tensor o = out.forward(attended, workspace);
    Tensor inner = Activation.GELU_TANH.apply(fc1.forward(norm.forward(o), workspace));
    Tensor pooled = o.add(fc2.forward(inner, workspace)).squeeze(1);
    Tensor saliency = a.sum(1).squeeze(1).div(new Scalar((double) heads));
    return new Pooled(pooled, saliency);
  }
}
