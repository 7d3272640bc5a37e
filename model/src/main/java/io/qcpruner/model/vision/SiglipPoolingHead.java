package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
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

  public SiglipPoolingHead(VitConfig config, ModuleFactory modules) throws WeightsException {
    int d = config.hiddenSize();
    this.heads = config.heads();
    this.postNorm = modules.layerNorm("vision.post_layernorm", d, config.layerNormEps());
    this.probe = modules.tensor("vision.head.probe", 1, 1, d);
    Tensor inWeight = modules.tensor("vision.head.attention.in_proj_weight", 3L * d, d);
    Tensor inBias = modules.tensor("vision.head.attention.in_proj_bias", 3L * d);
    this.q = modules.linear(inWeight.narrow(0, 0, d), inBias.narrow(0, 0, d));
    this.k = modules.linear(inWeight.narrow(0, d, d), inBias.narrow(0, d, d));
    this.v = modules.linear(inWeight.narrow(0, 2L * d, d), inBias.narrow(0, 2L * d, d));
    this.out = modules.linear("vision.head.attention.out_proj", d, d, true);
    this.norm = modules.layerNorm("vision.head.layernorm", d, config.layerNormEps());
    this.fc1 = modules.linear("vision.head.mlp.fc1", d, config.intermediateSize(), true);
    this.fc2 = modules.linear("vision.head.mlp.fc2", config.intermediateSize(), d, true);
  }

  /** Whether the weights hold a pooling head. */
  public static boolean isIn(ModuleFactory modules) {
    return modules.has("vision.head.probe") && modules.has("vision.post_layernorm.weight");
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
