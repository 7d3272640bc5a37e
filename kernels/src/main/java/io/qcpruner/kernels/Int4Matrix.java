package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A matrix [outputs, inputs] of 4-bit weights. 32 inputs of an output share a scale: w = scale ·
 * (code - 8). 64 outputs form a panel, so that vector lanes hold outputs and no sum crosses lanes;
 * even outputs are one side of it and odd ones the other, because a lane of 16 bits then holds the
 * 8-bit codes of two neighbours. Missing inputs and outputs of the last group and panel have weight
 * 0.
 *
 * @param codes [panels, 2, groups, 8, 32] little-endian 16-bit numbers; each holds the codes of one
 *     output for four inputs, the first in the lowest bits
 * @param scales [panels, 2, groups, 32] bf16 numbers: the upper halves of floats, little-endian
 */
public record Int4Matrix(int outputs, int inputs, ByteBuffer codes, ByteBuffer scales) {
  /** Inputs that share a scale. */
  public static final int GROUP = 32;

  /** Outputs that lie side by side. */
  public static final int PANEL = 64;

  /** Even outputs of a panel, and odd ones. */
  private static final int SIDE = PANEL / 2;

  /** The code of weight 0. */
  private static final int ZERO = 8;

  private static final int LARGEST_CODE = 15;
  private static final int BITS = 4;
  private static final int CODES_PER_SHORT = 4;

  /** Bytes of the codes of one group in one side of a panel. */
  private static final int GROUP_BYTES = GROUP * SIDE / 2;

  /** Bytes of the scales of one group in one side of a panel. */
  private static final int SCALE_BYTES = SIDE * Short.BYTES;

  public Int4Matrix {
    codes = codes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    scales = scales.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Bytes of the codes of a matrix. */
  public static long codeBytes(int outputs, int inputs) {
    return 2L * panels(outputs) * groups(inputs) * GROUP_BYTES;
  }

  /** How many scales a matrix has. */
  public static long scaleCount(int outputs, int inputs) {
    return (long) panels(outputs) * groups(inputs) * PANEL;
  }

  private static int panels(int outputs) {
    return (outputs + PANEL - 1) / PANEL;
  }

  static int groups(int inputs) {
    return (inputs + GROUP - 1) / GROUP;
  }

  public int panels() {
    return panels(outputs);
  }

  public int groups() {
    return groups(inputs);
  }

  /** Where the codes of one side of a panel begin: of even outputs, or of odd ones. */
  private int codesAt(int panel, int side) {
    return (2 * panel + side) * groups() * GROUP_BYTES;
  }

  /** Where the scales of one side of a panel begin. */
  private int scalesAt(int panel, int side) {
    return (2 * panel + side) * groups() * SCALE_BYTES;
  }

  /** Rounds one output's weights; every output of the padded matrix must be put once. */
  public void put(int output, float[] weights) {
    for (int g = 0; g < groups(); g++) {
      int from = g * GROUP;
      int end = Math.min(from + GROUP, weights.length);
      short bits = StoredType.bf16(scale(weights, from, end));
      scales.putShort(scaleAt(output, g), bits);
      float scale = StoredType.BF16.number(bits);
      for (int s = 0; s < GROUP; s += CODES_PER_SHORT) {
        int packed = 0;
        for (int k = 0; k < CODES_PER_SHORT; k++) {
          int i = from + s + k;
          int code = i < end && scale != 0 ? code(weights[i] / scale) : ZERO;
          packed |= code << BITS * k;
        }
        codes.putShort(codeAt(output, from + s), (short) packed);
      }
    }
  }

  /** The number of largest magnitude becomes code 0: it has no positive twin. */
  private static float scale(float[] weights, int from, int end) {
    float extreme = 0;
    for (int i = from; i < end; i++) {
      extreme = Math.abs(weights[i]) > Math.abs(extreme) ? weights[i] : extreme;
    }
    return extreme / -ZERO;
  }

  private static int code(float steps) {
    return Math.max(0, Math.min(LARGEST_CODE, Math.round(steps) + ZERO));
  }

  private int codeAt(int output, int i) {
    int at = i % GROUP / CODES_PER_SHORT * SIDE + output % PANEL / 2;
    return codesAt(output / PANEL, output % 2) + i / GROUP * GROUP_BYTES + at * Short.BYTES;
  }

  private int scaleAt(int output, int group) {
    int lane = output % PANEL / 2;
    return scalesAt(output / PANEL, output % 2) + group * SCALE_BYTES + lane * Short.BYTES;
  }

  /** The scale of a group of inputs of an output. */
  float scale(int output, int group) {
    return StoredType.BF16.number(scales.getShort(scaleAt(output, group)));
  }

  /** Input i of an output as it was rounded. */
  public float weight(int output, int i) {
    return scale(output, i / GROUP) * steps(output, i);
  }

  /** The weight over its scale. */
  int steps(int output, int i) {
    int packed = codes.getShort(codeAt(output, i));
    return (packed >> BITS * (i % CODES_PER_SHORT) & LARGEST_CODE) - ZERO;
  }
}
