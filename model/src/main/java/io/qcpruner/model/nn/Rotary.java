package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.config.RopeScaling;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rotary positions in the rotate-half form, with one axis (RoPE) or with frequency slots dealt out
 * to several axes (M-RoPE: time, height, width). Su et al., "RoFormer", 2021; Wang et al.,
 * "Qwen2-VL", 2024. theta = base, d_h = headDim, inv_i = theta^(-2i/d_h).
 */
public final class Rotary {
  private final int headDim;
  private final double theta;
  private final RopeScaling scaling;
  private final Placement placement;
  private final Tensor inverse; // [d_h/2] float, null if it depends on the length
  private final Tensor slotAxis; // [d_h/2] axis of each slot, null with one axis

  /**
   * @param section slots of each axis; empty for one axis
   */
  public Rotary(int headDim, double theta, int[] section, Placement placement) {
    this(headDim, theta, section, RopeScaling.NONE, placement);
  }

  /**
   * @param section slots of each axis; empty for one axis
   */
  public Rotary(
      int headDim, double theta, int[] section, RopeScaling scaling, Placement placement) {
    this(headDim, theta, section, false, scaling, placement);
  }

  /**
   * @param section slots of each axis; empty for one axis
   * @param interleaved whether the slots of the axes take turns
   */
  public Rotary(
      int headDim,
      double theta,
      int[] section,
      boolean interleaved,
      RopeScaling scaling,
      Placement placement) {
    this.headDim = headDim;
    this.theta = theta;
    this.scaling = scaling;
    this.placement = placement;
    this.inverse = scaling.dependsOnLength() ? null : frequencies(0);
    this.slotAxis =
        section.length == 0
            ? null
            : Tensors.ofIndices(slots(section, interleaved, headDim / 2), placement);
  }

  private static int[] slots(int[] section, boolean interleaved, int half) {
    int[] axes = axes(section, half);
    return interleaved ? takingTurns(section, half) : axes;
  }

  /** Slot 3 i + a belongs to axis a, for the first section[a] of them; the rest to the first. */
  private static int[] takingTurns(int[] section, int half) {
    int[] axes = new int[half];
    for (int axis = 1; axis < section.length; axis++) {
      for (int i = axis; i < Math.min(half, section.length * section[axis]); i += section.length) {
        axes[i] = axis;
      }
    }
    return axes;
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

  /** Whether angles depend on the length of the sequence. */
  boolean dependsOnLength() {
    return inverse == null;
  }

  /** The table of one sequence; {@code positions[axis][row]}. */
  public RotaryTable at(long[][] positions) {
    long[] flat = Arrays.stream(positions).flatMapToLong(Arrays::stream).toArray();
    int n = positions[0].length;
    long length = LongStream.of(flat).max().orElse(0) + 1;
    return at(Tensors.ofLongs(flat, placement, positions.length, n), positions.length > 1, length);
  }

  /** The table of rows that belong to different sequences, each as long as its row's position. */
  public RotaryTable atEach(long[][] positions) {
    int n = positions[0].length;
    if (inverse != null || n == 1) {
      return at(positions);
    }
    Tensor[] cos = new Tensor[n];
    Tensor[] sin = new Tensor[n];
    for (int row = 0; row < n; row++) {
      int i = row;
      RotaryTable one =
          at(Arrays.stream(positions).map(a -> new long[] {a[i]}).toArray(long[][]::new));
      cos[row] = one.cos();
      sin[row] = one.sin();
    }
    return new RotaryTable(Tensors.cat(2, cos), Tensors.cat(2, sin));
  }

  /** The tables of a batch with one axis; positions [B, n]. */
  public RotaryTable ofBatch(Tensor positions) {
    long length = inverse != null ? 0 : positions.max().item_long() + 1;
    return at(positions, false, length);
  }

  private RotaryTable at(Tensor positions, boolean multiAxis, long length) {
    if (multiAxis != (slotAxis != null)) {
      throw new IllegalArgumentException(
          "positions have " + positions.size(0) + " axes, which doesn't fit the rotary sections");
    }
    Tensor p = positions.to(ScalarType.Float);
    // [B, n, d_h/2]: every slot takes the position of its axis
    Tensor perSlot =
        multiAxis ? p.index_select(0, slotAxis).transpose(0, 1).unsqueeze(0) : p.unsqueeze(-1);
    Tensor turns = inverse != null ? inverse : frequencies(length);
    RotaryTable table = RotaryTable.ofAngles(perSlot.mul(turns));
    return new RotaryTable(stretched(table.cos()), stretched(table.sin()));
  }

  private Tensor stretched(Tensor t) {
    double factor = scaling.attentionFactor();
    return (factor == 1 ? t : t.mul(new Scalar(factor))).to(placement.compute());
  }

  /** Angles are always computed in float. */
  private Tensor frequencies(long length) {
    double[] exact = scaling.inverse(headDim, theta, length);
    float[] rounded = new float[exact.length];
    for (int i = 0; i < exact.length; i++) {
      rounded[i] = (float) exact[i];
    }
    Placement floats = new Placement(placement.deviceName(), ScalarType.Float);
    return Tensors.ofFloats(rounded, floats, rounded.length);
  }
}
