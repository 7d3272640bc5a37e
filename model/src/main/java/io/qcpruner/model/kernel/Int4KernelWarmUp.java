package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** Calls of all kernels for 4-bit weights, for {@link UntilCompiled}. */
final class Int4KernelWarmUp {
  private static final int IN = 512;
  private static final int PANELS = 1;
  private static final int OUTPUTS = PANELS * Int4Matrix.PANEL;

  private final Int4Matrix matrix =
      new Int4Matrix(
          OUTPUTS,
          IN,
          ByteBuffer.allocateDirect((int) Int4Matrix.codeBytes(OUTPUTS, IN)),
          ByteBuffer.allocateDirect((int) Int4Matrix.scaleCount(OUTPUTS, IN) * Short.BYTES));
  private final Int8Tile row = Int8Tile.of(new float[IN], 0, IN);
  private final Int8Tile rows = Int8Tile.of(new float[0], 0, 0, IN);
  private final float[] made = new float[Int8Tile.MOST_ROWS * OUTPUTS];
  private final short[] bytes = new short[IN * OUTPUTS / 2];
  private final float[] scales = new float[OUTPUTS];
  private final int[] sums = new int[OUTPUTS];

  private Int4KernelWarmUp() {}

  static ServingKernels.WarmUp<Int4Kernels> of(Int4Kernels.Use use) {
    return (vector, twin) ->
        UntilCompiled.compiles(List.of(new Int4KernelWarmUp().kernel(use)), vector, twin);
  }

  private Consumer<Int4Kernels> kernel(Int4Kernels.Use use) {
    return switch (use) {
      case PROMPTS -> k -> k.toBytes(matrix, 0, bytes, 0, OUTPUTS / 2, scales, sums, 0);
      case ONE_ROW -> k -> k.products(matrix, 0, PANELS, row, made);
      case SEVERAL_ROWS -> k -> k.products(matrix, 0, PANELS, rows, made);
    };
  }
}
