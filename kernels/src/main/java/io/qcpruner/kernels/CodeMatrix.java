package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A matrix [outputs, inputs] of weights of 8 or 4 bits. Blocks of 64 inputs are turned ({@link
 * BlockTurn}) before weights are rounded, and so are rows that meet them. There is a factor f for
 * each output. In 8 bits turned weights are f · code. In 4 bits 32 of them are a group with a scale
 * s and a shift m: f · (s · code + 4 m). Sixteen outputs form a panel, so that vector lanes hold
 * outputs and no sum crosses lanes; a panel is read from start to end, which memory likes best.
 * Missing inputs and outputs of the last group and panel have weight 0.
 *
 * @param codes 8 bits: [panels, blocks, 16, 16, 4] bytes, four inputs of an output side by side; 4
 *     bits: [panels, groups, 4, 16, 4] bytes, the lower halves for four inputs, the upper ones for
 *     the next four
 * @param scales 8 bits: none; 4 bits: [panels, groups, 2, 16], the scales of a group, bytes without
 *     a sign, then its shifts, bytes with a sign
 * @param factors [panels, 16] floats
 */
public record CodeMatrix(
    CodeBits bits,
    int outputs,
    int inputs,
    ByteBuffer codes,
    ByteBuffer scales,
    ByteBuffer factors) {
  /** Outputs that lie side by side. */
  public static final int PANEL = 16;

  /** What a shift counts in, in steps of the output's factor. */
  static final int SHIFT_UNIT = 4;

  private static final int TOGETHER = 4; // inputs of an output that lie side by side
  private static final int LOW_HALF = 0x0F;
  private static final int HIGH_HALF = 0xF0;
  private static final int HALF_BITS = 4;

  public CodeMatrix {
    require("codes", codes, codeBytes(bits, outputs, inputs));
    require("scales", scales, scaleBytes(bits, outputs, inputs));
    require("factors", factors, (long) Float.BYTES * paddedOutputs(outputs));
    codes = codes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    scales = scales.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    factors = factors.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void require(String name, ByteBuffer held, long bytes) {
    if (held.capacity() < bytes) {
      throw new IllegalArgumentException(
          "%s of %d bytes; %d are needed".formatted(name, held.capacity(), bytes));
    }
  }

  /** Bytes of the codes of a matrix. */
  public static long codeBytes(CodeBits bits, int outputs, int inputs) {
    return (long) paddedOutputs(outputs)
        * groups(bits, inputs)
        * bits.group()
        * bits.bits()
        / Byte.SIZE;
  }

  /** Bytes of the scales of a matrix. */
  public static long scaleBytes(CodeBits bits, int outputs, int inputs) {
    return (long) paddedOutputs(outputs) * groups(bits, inputs) * bits.scaleBytes();
  }

  /** As many outputs as full panels have: each has a factor. */
  public static int paddedOutputs(int outputs) {
    return (outputs + PANEL - 1) / PANEL * PANEL;
  }

  private static int groups(CodeBits bits, int inputs) {
    return BlockTurn.blocks(inputs) * (BlockTurn.BLOCK / bits.group());
  }

  /** Groups, or blocks, of an output. */
  public int groups() {
    return groups(bits, inputs);
  }

  /** Rounds one output's weights; every output of the padded matrix must be put once. */
  public void put(int output, float[] weights) {
    if (bits == CodeBits.EIGHT) {
      ByteRounding.put(this, output, weights);
    } else {
      GroupRounding.of(weights).put(this, output);
    }
  }

  /** Where a group's block begins, counted in groups of one output. */
  private int block(int output, int group) {
    return (output / PANEL * groups() + group) * PANEL;
  }

  private int scaleAt(int output, int group) {
    return block(output, group) * bits.scaleBytes() + output % PANEL;
  }

  /** The byte that holds the code of a weight. */
  private int codeAt(int output, int input) {
    int side = bits == CodeBits.EIGHT ? TOGETHER : 2 * TOGETHER;
    int group = bits.group();
    int fours = input % group / side;
    int start = block(output, input / group) * group * bits.bits() / Byte.SIZE;
    return start + (fours * PANEL + output % PANEL) * TOGETHER + input % TOGETHER;
  }

  /** Whether the code of an input is in the upper half of its byte. */
  private static boolean isUpper(int input) {
    return input / TOGETHER % 2 == 1;
  }

  void putFactor(int output, float factor) {
    factors.putFloat(Float.BYTES * output, factor);
  }

  void putScale(int output, int group, int scale, int shift) {
    int at = scaleAt(output, group);
    scales.put(at, (byte) scale);
    scales.put(at + PANEL, (byte) shift);
  }

  /** Padding included: inputs up to the end of the last block. */
  void putCode(int output, int input, int code) {
    int at = codeAt(output, input);
    int moved = code + bits.moved();
    if (bits == CodeBits.EIGHT) {
      codes.put(at, (byte) moved);
    } else if (isUpper(input)) {
      codes.put(at, (byte) (codes.get(at) & LOW_HALF | moved << HALF_BITS));
    } else {
      codes.put(at, (byte) (codes.get(at) & HIGH_HALF | moved));
    }
  }

  float factor(int output) {
    return factors.getFloat(Float.BYTES * output);
  }

  int scale(int output, int group) {
    return Byte.toUnsignedInt(scales.get(scaleAt(output, group)));
  }

  /** In units of {@link #SHIFT_UNIT}. */
  int shift(int output, int group) {
    return scales.get(scaleAt(output, group) + PANEL);
  }

  int code(int output, int input) {
    int held = Byte.toUnsignedInt(codes.get(codeAt(output, input)));
    if (bits == CodeBits.FOUR) {
      held = isUpper(input) ? held >> HALF_BITS : held & LOW_HALF;
    }
    return held - bits.moved();
  }

  /** The weights of an output, from turned weights in multiples of its factor. */
  float[] turnedBack(int output, float[] steps) {
    float[] made = Arrays.copyOf(BlockTurn.back(steps), inputs);
    for (int i = 0; i < inputs; i++) {
      made[i] *= factor(output);
    }
    return made;
  }

  /** The weights of an output as they were rounded. */
  public float[] weights(int output) {
    return bits == CodeBits.EIGHT
        ? ByteRounding.weights(this, output)
        : GroupRounding.weights(this, output);
  }
}
