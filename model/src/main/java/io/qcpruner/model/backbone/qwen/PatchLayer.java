package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import org.bytedeco.pytorch.Tensor;

/** x += attn(LN1 x); x += fc2(act(fc1(LN2 x))), over patches in block order. */
public final class PatchLayer {
  /** Epsilon of every layer norm of these towers. */
  public static final double EPS = 1e-6;

  private final Activation activation;
  private final LayerNorm norm1;
  private final LayerNorm norm2;
  private final PatchAttention attention;
  private final Linear fc1;
  private final Linear fc2;

  /**
   * Sizes and names of a layer.
   *
   * @param fc name of the two feed-forward maps, without its number
   */
  public record Shape(int width, int intermediate, int heads, Activation activation, String fc) {}

  public PatchLayer(Shape shape, ModuleFactory modules, String prefix) throws WeightsException {
    int d = shape.width();
    this.activation = shape.activation();
    this.norm1 = modules.layerNorm(prefix + "norm1", d, EPS);
    this.norm2 = modules.layerNorm(prefix + "norm2", d, EPS);
    this.attention = new PatchAttention(d, shape.heads(), modules, prefix + "attn.");
    this.fc1 = modules.linear(prefix + shape.fc() + "1", d, shape.intermediate(), true);
    this.fc2 = modules.linear(prefix + shape.fc() + "2", shape.intermediate(), d, true);
  }

  /** x [P, d]; the tap may be null. */
  public Tensor forward(
      Tensor x, RotaryTable rotary, int[] segments, TowerTap.Layer tap, Workspace workspace) {
    Tensor h = Reuse.add(attention.forward(norm1.forward(x), rotary, segments, tap, workspace), x);
    Tensor inner = activation.apply(fc1.forward(norm2.forward(h), workspace));
    return Reuse.add(h, fc2.forward(inner, workspace));
  }
}
