package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * A matrix [outputs, inputs] of 8-bit weights: w = scale · code, with one scale for each output.
 * Sixteen outputs form a panel, in which a vector lane holds four inputs of one output. No sum then
 * crosses lanes, and a panel is read from start to end, which memory likes best. Missing inputs and
 * outputs of the last four and panel have code 0.
 *
 * @param codes [panels, fours of inputs, 16, 4] bytes with a sign
 * @param sums 32-bit integers: the sum of the codes of each output
 * @param scales floats
 */
public record Int8Matrix(
    int outputs, int inputs, ByteBuffer codes, ByteBuffer sums, ByteBuffer scales) {
  /** The largest code of a row: two products with weights then fit 16 bits. */
  public static final int LARGEST_INPUT = 63;

  /** Outputs that lie side by side. */
  public static final int PANEL = 16;

  /** Inputs of an output that lie side by side. */
  public static final int TOGETHER = 4;

  /** Bytes of the codes of a matrix. */
  public static long codeBytes(int outputs, int inputs) {
    return (long) panels(outputs) * PANEL * fours(inputs) * TOGETHER;
  }

  public static int panels(int outputs) {
    return (outputs + PANEL - 1) / PANEL;
  }

  public static int fours(int inputs) {
    return (inputs + TOGETHER - 1) / TOGETHER;
  }

  /** Where the code of a weight is. */
  int index(int output, int input) {
    int four = output / PANEL * fours(inputs) + input / TOGETHER;
    return (four * PANEL + output % PANEL) * TOGETHER + input % TOGETHER;
  }
}
