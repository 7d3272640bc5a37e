package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A matrix [outputs, inputs] of 4-bit weights. 32 inputs of an output share a scale: w = scale ·
 * (code - 8). 32 outputs form a panel, so that vector lanes hold outputs and no sum crosses lanes.
 * Missing inputs and outputs of the last group and panel have weight 0.
 *
 * @param codes [panels, groups, 8, 32] little-endian 16-bit numbers; each holds the codes of one
 *     output for four inputs, the first in the lowest bits
 * @param scales [panels, groups, 32] little-endian floats
 */
public record Int4Matrix(int outputs, int inputs, ByteBuffer codes, ByteBuffer scales) {
  /** Inputs that share a scale, and outputs that lie side by side. */
  public static final int BLOCK = 32;

  /** The code of weight 0. */
  static final int ZERO = 8;

  private static final int LARGEST_CODE = 15;
  private static final int BITS = 4;
  private static final int CODES_PER_SHORT = 4;

  /** Bytes of the codes of one group in one panel. */
  static final int GROUP_BYTES = BLOCK * BLOCK / 2;

  /** Bytes of the scales of one group in one panel. */
  static final int SCALE_BYTES = BLOCK * Float.BYTES;

  public Int4Matrix {
    codes = codes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    scales = scales.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Bytes of the codes of a matrix. */
  public static long codeBytes(int outputs, int inputs) {
    return (long) blocks(outputs) * blocks(inputs) * GROUP_BYTES;
  }

  /** Bytes of the scales of a matrix. */
  public static long scaleBytes(int outputs, int inputs) {
    return (long) blocks(outputs) * blocks(inputs) * SCALE_BYTES;
  }

  private static int blocks(int count) {
    return (count + BLOCK - 1) / BLOCK;
  }

  public int panels() {
    return blocks(outputs);
  }

  public int groups() {
    return blocks(inputs);
  }

  /** Rounds one output's weights; every output of the padded matrix must be put once. */
  public void put(int output, float[] weights) {
    for (int g = 0; g < groups(); g++) {
      int from = g * BLOCK;
      int end = Math.min(from + BLOCK, weights.length);
      float scale = scale(weights, from, end);
      int block = output / BLOCK * groups() + g;
      int lane = output % BLOCK;
      scales.putFloat(block * SCALE_BYTES + lane * Float.BYTES, scale);
      for (int s = 0; s < BLOCK; s += CODES_PER_SHORT) {
        int packed = 0;
        for (int k = 0; k < CODES_PER_SHORT; k++) {
          int i = from + s + k;
          int code = i < end && scale != 0 ? code(weights[i] / scale) : ZERO;
          packed |= code << BITS * k;
        }
        int at = block * GROUP_BYTES + (s / CODES_PER_SHORT * BLOCK + lane) * Short.BYTES;
        codes.putShort(at, (short) packed);
      }
    }
  }

  /** The number of largest magnitude becomes code 0, which is exact: it has no positive twin. */
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

  /** Input i of an output as it was rounded. */
  float weight(int output, int i) {
    int block = output / BLOCK * groups() + i / BLOCK;
    int lane = output % BLOCK;
    return scales.getFloat(block * SCALE_BYTES + lane * Float.BYTES) * steps(block, lane, i);
  }

  /** The weight over its scale. */
  int steps(int block, int lane, int i) {
    int in = i % BLOCK;
    int at = block * GROUP_BYTES + (in / CODES_PER_SHORT * BLOCK + lane) * Short.BYTES;
    return (codes.getShort(at) >> BITS * (in % CODES_PER_SHORT) & LARGEST_CODE) - ZERO;
  }
}
