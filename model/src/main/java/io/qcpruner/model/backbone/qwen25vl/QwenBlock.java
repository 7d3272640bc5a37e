package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Reuse;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** x += attn(RMS x) within segments; x += down(act(gate y) · up y), y = RMS x. */
final class QwenBlock {
  private final int heads;
  private final Activation activation;
  private final RmsNorm norm1;
  private final RmsNorm norm2;
  private final Linear qkv;
  private final Linear proj;
  private final Linear gate;
  private final Linear up;
  private final Linear down;

  QwenBlock(QwenVisionConfig config, ModuleFactory modules, String prefix) throws WeightsException {
    int d = config.hiddenSize();
    int m = config.intermediateSize();
    this.heads = config.heads();
    this.activation = Activation.of(config.activation());
    this.norm1 = modules.rmsNorm(prefix + "norm1", d, QwenTower.EPS);
    this.norm2 = modules.rmsNorm(prefix + "norm2", d, QwenTower.EPS);
    this.qkv = modules.linear(prefix + "attn.qkv", d, 3 * d, true);
    this.proj = modules.linear(prefix + "attn.proj", d, d, true);
    this.gate = modules.linear(prefix + "mlp.gate_proj", d, m, true);
    this.up = modules.linear(prefix + "mlp.up_proj", d, m, true);
    this.down = modules.linear(prefix + "mlp.down_proj", m, d, true);
  }

  /** x [P, d] in window order; the tap may be null. */
  Tensor forward(Tensor x, RotaryTable rotary, int[] segments, TowerTap tap, Workspace workspace) {
    long rows = x.size(0);
    long dim = x.size(1) / heads;
    // [P, 3, H, d_h] -> three of [1, H, P, d_h]
    Tensor all = qkv.forward(norm1.forward(x), workspace).view(rows, 3, heads, dim);
    Tensor q = rotary.rotate(all.select(1, 0).transpose(0, 1).unsqueeze(0));
    Tensor k = rotary.rotate(all.select(1, 1).transpose(0, 1).unsqueeze(0));
    Tensor v = all.select(1, 2).transpose(0, 1).unsqueeze(0);
    if (tap != null) {
      tap.record(q, k);
    }
    Tensor h = Reuse.add(proj.forward(inSegments(q, k, v, segments, workspace), workspace), x);
    Tensor y = norm2.forward(h);
    Tensor gated =
        activation == Activation.SILU
            ? Reuse.gated(gate.forward(y, workspace), up.forward(y, workspace))
            : activation.apply(gate.forward(y, workspace)).mul(up.forward(y, workspace));
    return Reuse.add(h, down.forward(gated, workspace));
  }

  /** Neighbouring segments of equal length are attended as one batch. */
  private Tensor inSegments(Tensor q, Tensor k, Tensor v, int[] segments, Workspace workspace) {
    List<Tensor> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < segments.length; ) {
      int j = i;
      while (j < segments.length && segments[j] == segments[i]) {
        j++;
      }
      Tensor a =
          Attention.attend(
              batch(q, start, j - i, segments[i]),
              batch(k, start, j - i, segments[i]),
              batch(v, start, j - i, segments[i]),
              AttentionMask.NONE,
              workspace);
      parts.add(a.reshape((long) (j - i) * segments[i], -1));
      start += (j - i) * segments[i];
      i = j;
    }
    return parts.size() == 1 ? parts.get(0) : Tensors.cat(0, parts.toArray(Tensor[]::new));
  }

  /** [1, H, P, d_h] rows start.. as [count, H, length, d_h]. */
  private static Tensor batch(Tensor x, int start, int count, int length) {
    return x.narrow(2, start, (long) count * length)
        .squeeze(0)
        .unflatten(1, count, length)
        .transpose(0, 1);
  }
}
