package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.util.List;

/** Calls of all kernels for 4-bit weights, for {@link UntilCompiled}. */
final class Int4KernelWarmUp {
  private static final int IN = 512;
  private static final int STRIDE = Int4Matrix.BLOCK * Float.BYTES;

  private final Int4Matrix matrix = matrix();
  private final Int8Row row = Int8Row.of(new float[IN], 0, IN);
  private final float[] made = new float[Int4Matrix.BLOCK];
  private final ByteBuffer wide = ByteBuffer.allocateDirect(IN * STRIDE);

  private Int4KernelWarmUp() {}

  /** One panel. */
  private static Int4Matrix matrix() {
    int outputs = Int4Matrix.BLOCK;
    return new Int4Matrix(
        outputs,
        IN,
        ByteBuffer.allocateDirect((int) Int4Matrix.codeBytes(outputs, IN)),
        ByteBuffer.allocateDirect((int) Int4Matrix.scaleBytes(outputs, IN)));
  }

  /** In the order in which a first prompt and its answer need them. */
  static boolean compiles(Int4Kernels vector, Int4Kernels twin) {
    Int4KernelWarmUp work = new Int4KernelWarmUp();
    return UntilCompiled.compiles(
        List.of(
            k -> k.widen(work.matrix, 0, work.wide, 0, STRIDE),
            k -> k.product(work.matrix, 0, work.row, work.made, 0)),
        vector,
        twin);
  }
}
