package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * x += s1 · out(attn(LN1 x)); x += s2 · fc2(act(fc1(LN2 x))), with scales s1 and s2 in some towers.
 */
final class VitLayer {
  private final Shape shape;
  private final LayerNorm norm1;
  private final LayerNorm norm2;
  private final Linear q;
  private final Linear k;
  private final Linear v;
  private final Linear out;
  private final Linear fc1;
  private final Linear fc2;
  private final List<Tensor> scales; // [d] of both branches; empty for none

  /** Sizes of one layer. */
  record Shape(int width, int intermediate, int heads, double eps, Activation activation) {}

  VitLayer(VitConfig config, ModuleFactory modules, String prefix) throws WeightsException {
    this(
        new Shape(
            config.hiddenSize(),
            config.intermediateSize(),
            config.heads(),
            config.layerNormEps(),
            Activation.of(config.activation())),
        modules,
        prefix);
  }

  VitLayer(Shape shape, ModuleFactory modules, String prefix) throws WeightsException {
    this(shape, Names.PLAIN, modules, prefix);
  }

  VitLayer(Shape shape, Names names, ModuleFactory modules, String prefix) throws WeightsException {
    int d = shape.width();
    String attention = prefix + names.attention();
    this.shape = shape;
    this.norm1 = modules.layerNorm(prefix + names.norm1(), d, shape.eps());
    this.norm2 = modules.layerNorm(prefix + names.norm2(), d, shape.eps());
    this.q = modules.linear(attention + "q_proj", d, d, names.inputBias());
    this.k = modules.linear(attention + "k_proj", d, d, names.inputBias());
    this.v = modules.linear(attention + "v_proj", d, d, names.inputBias());
    this.out = modules.linear(attention + names.out(), d, d, true);
    this.fc1 = modules.linear(prefix + "mlp.fc1", d, shape.intermediate(), true);
    this.fc2 = modules.linear(prefix + "mlp.fc2", shape.intermediate(), d, true);
    this.scales =
        names.scaled()
            ? List.of(
                modules.tensor(prefix + "lambda_1", d), modules.tensor(prefix + "lambda_2", d))
            : List.of();
  }

  /**
   * How a tower names the parts of a layer, and which it has.
   *
   * @param out the map after attention
   * @param inputBias whether queries, keys and values have a bias
   * @param scaled whether both branches are scaled before they are added
   */
  record Names(
      String norm1, String norm2, String attention, String out, boolean inputBias, boolean scaled) {
    /** CLIP and SigLIP. */
    static final Names PLAIN =
        new Names("layer_norm1", "layer_norm2", "self_attn.", "out_proj", true, false);

    /** InternViT. */
    static Names scaled(boolean inputBias) {
      return new Names(
          "layernorm_before", "layernorm_after", "attention.", "projection_layer", inputBias, true);
    }
  }

  /** x [V, R, d]. */
  Tensor forward(Tensor x, AttentionMask mask, Workspace workspace) {
    return forward(x, mask, null, workspace);
  }

  /** By kernels where they serve; with a mask by the tensor library. The tap may be null. */
  Tensor forward(Tensor x, AttentionMask mask, TowerTap.Layer tap, Workspace workspace) {
    return mask instanceof AttentionMask.None && VitPass.serves(this, x)
        ? VitPass.forward(this, x, tap, workspace)
        : byTensors(x, mask, tap, workspace);
  }

  /** Merges rows between attention and MLP. */
  @FunctionalInterface
  interface Merge {
    /**
     * @param h [V, R, d] rows after attention
     * @param keys [V, H, R, d_h] of the layer
     * @return [V, R', d] the rows that go on
     */
    Tensor apply(Tensor h, Tensor keys);
  }

  Shape shape() {
    return shape;
  }

  int headDim() {
    return shape.width() / shape.heads();
  }

  /** Before attention, and before the two products after it. */
  List<LayerNorm> norms() {
    return List.of(norm1, norm2);
  }

  /** Queries, keys, values, what attention gave, and the two products after it. */
  List<Linear> maps() {
    return List.of(q, k, v, out, fc1, fc2);
  }

  /** What the two branches are multiplied with, [d] each; empty for nothing. */
  List<Tensor> scales() {
    return scales;
  }

  /** Computed by the tensor library, on any device; differentiable. */
  Tensor byTensors(Tensor x, AttentionMask mask, TowerTap.Layer tap, Workspace workspace) {
    return merging(x, mask, tap, (h, keys) -> h, workspace);
  }

  /** Like above, with rows merged on the way. */
  Tensor merging(
      Tensor x, AttentionMask mask, TowerTap.Layer tap, Merge merge, Workspace workspace) {
    int headDim = headDim();
    Tensor a = norm1.forward(x);
    Tensor queries = Heads.split(q.forward(a, workspace), headDim);
    Tensor keys = Heads.split(k.forward(a, workspace), headDim);
    Tensor values = Heads.split(v.forward(a, workspace), headDim);
    if (tap != null) {
      tap.record(queries, keys);
    }
    Tensor attended = Attention.attend(queries, keys, values, mask, workspace);
    Tensor attentionOut = Reuse.add(scaled(0, out.forward(attended, workspace)), x);
    Tensor h = merge.apply(attentionOut, keys);
    Tensor inner = shape.activation().apply(fc1.forward(norm2.forward(h), workspace));
    return Reuse.add(h, scaled(1, fc2.forward(inner, workspace)));
  }

  private Tensor scaled(int branch, Tensor made) {
    return scales.isEmpty() ? made : made.mul(scales.get(branch));
  }
}
