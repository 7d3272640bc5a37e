package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.qwen.PatchAttention;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import org.bytedeco.pytorch.Tensor;

/** x += attn(RMS x) within segments; x += down(act(gate y) · up y), y = RMS x. */
final class QwenBlock {
  private final Activation activation;
  private final RmsNorm norm1;
  private final RmsNorm norm2;
  private final PatchAttention attention;
  private final Linear gate;
  private final Linear up;
  private final Linear down;

  QwenBlock(QwenVisionConfig config, ModuleFactory modules, String prefix) throws WeightsException {
    int d = config.hiddenSize();
    int m = config.intermediateSize();
    this.activation = Activation.of(config.activation());
    this.norm1 = modules.rmsNorm(prefix + "norm1", d, QwenTower.EPS);
    this.norm2 = modules.rmsNorm(prefix + "norm2", d, QwenTower.EPS);
    this.attention = new PatchAttention(d, config.heads(), modules, prefix + "attn.");
    this.gate = modules.linear(prefix + "mlp.gate_proj", d, m, true);
    this.up = modules.linear(prefix + "mlp.up_proj", d, m, true);
    this.down = modules.linear(prefix + "mlp.down_proj", m, d, true);
  }

  /** x [P, d] in window order; the tap may be null. */
  Tensor forward(
      Tensor x, RotaryTable rotary, int[] segments, TowerTap.Layer tap, Workspace workspace) {
    Tensor h = Reuse.add(attention.forward(norm1.forward(x), rotary, segments, tap, workspace), x);
    Tensor y = norm2.forward(h);
    Tensor gated =
        activation == Activation.SILU
            ? Reuse.gated(gate.forward(y, workspace), up.forward(y, workspace))
            : activation.apply(gate.forward(y, workspace)).mul(up.forward(y, workspace));
    return Reuse.add(h, down.forward(gated, workspace));
  }
}
