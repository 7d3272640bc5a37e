package io.qcpruner.model.nn;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rotary positions in the rotate-half form, with one axis (RoPE) or with frequency slots dealt out
 * to several axes (M-RoPE: time, height, width). Su et al., "RoFormer", 2021; Wang et al.,
 * "Qwen2-VL", 2024. theta = base, d_h = headDim, inv_i = theta^(-2i/d_h).
 */
public final class Rotary {
  private final Placement placement;
  private final Tensor inverse; // [d_h/2] float
  private final Tensor slotAxis; // [d_h/2] axis of each slot, null with one axis

  /**
   * @param section slots of each axis; empty for one axis
   */
  public Rotary(int headDim, double theta, int[] section, Placement placement) {
    this.placement = placement;
    int half = headDim / 2;
    float[] inv = new float[half];
    for (int i = 0; i < half; i++) {
      inv[i] = (float) (1.0 / Math.pow(theta, 2.0 * i / headDim));
    }
    this.inverse = Tensors.ofFloats(inv, onDevice(), half);
    this.slotAxis = section.length == 0 ? null : Tensors.ofIndices(axes(section, half), placement);
  }

  private static int[] axes(int[] section, int half) {
    if (Arrays.stream(section).sum() != half) {
      throw new IllegalArgumentException(
          "rotary section " + Arrays.toString(section) + " must add up to " + half);
    }
    int[] axes = new int[half];
    int at = 0;
    for (int axis = 0; axis < section.length; axis++) {
      Arrays.fill(axes, at, at + section[axis], axis);
      at += section[axis];
    }
    return axes;
  }

  /** The table of one sequence; {@code positions[axis][row]}. */
  public RotaryTable at(long[][] positions) {
    long[] flat = Arrays.stream(positions).flatMapToLong(Arrays::stream).toArray();
    int n = positions[0].length;
    return at(Tensors.ofLongs(flat, placement, positions.length, n), positions.length > 1);
  }

  /** The tables of a batch with one axis; positions [B, n]. */
  public RotaryTable ofBatch(Tensor positions) {
    return at(positions, false);
  }

  private RotaryTable at(Tensor positions, boolean multiAxis) {
    if (multiAxis != (slotAxis != null)) {
      throw new IllegalArgumentException(
          "positions have " + positions.size(0) + " axes, which doesn't fit the rotary sections");
    }
    Tensor p = positions.to(ScalarType.Float);
    // [B, n, d_h/2]: every slot takes the position of its axis
    Tensor perSlot =
        multiAxis ? p.index_select(0, slotAxis).transpose(0, 1).unsqueeze(0) : p.unsqueeze(-1);
    RotaryTable table = RotaryTable.ofAngles(perSlot.mul(inverse));
    ScalarType type = placement.compute();
    return new RotaryTable(table.cos().to(type), table.sin().to(type));
  }

  /** Angles are always computed in float. */
  private Placement onDevice() {
    return new Placement(placement.deviceName(), ScalarType.Float);
  }
}
