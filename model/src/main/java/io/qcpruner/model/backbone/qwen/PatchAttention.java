package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Attention with one fused projection and rotary positions, inside segments of the patches. */
public final class PatchAttention {
  private final int heads;
  private final Linear qkv;
  private final Linear proj;

  /**
   * @param prefix name of the attention, with its dot
   */
  public PatchAttention(int width, int heads, ModuleFactory modules, String prefix)
      throws WeightsException {
    this.heads = heads;
    this.qkv = modules.linear(prefix + "qkv", width, 3 * width, true);
    this.proj = modules.linear(prefix + "proj", width, width, true);
  }

  /**
   * @param x [P, d], normalised
   * @param segments lengths of neighbouring patches that attend to each other
   * @param tap may be null
   * @return [P, d]
   */
  public Tensor forward(
      Tensor x, RotaryTable rotary, int[] segments, TowerTap.Layer tap, Workspace workspace) {
    long rows = x.size(0);
    long dim = x.size(1) / heads;
    // [P, 3, H, d_h] -> three of [1, H, P, d_h]
    Tensor all = qkv.forward(x, workspace).view(rows, 3, heads, dim);
    Tensor q = rotary.rotate(all.select(1, 0).transpose(0, 1).unsqueeze(0));
    Tensor k = rotary.rotate(all.select(1, 1).transpose(0, 1).unsqueeze(0));
    Tensor v = all.select(1, 2).transpose(0, 1).unsqueeze(0);
    if (tap != null) {
      tap.record(q, k);
    }
    return proj.forward(inSegments(q, k, v, segments, workspace), workspace);
  }

  /** Neighbouring segments of equal length are attended as one batch. */
  private static Tensor inSegments(
      Tensor q, Tensor k, Tensor v, int[] segments, Workspace workspace) {
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
