package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Calls of all row kernels, for {@link UntilCompiled}. */
final class RowKernelWarmUp {
  private static final int OUTPUTS = 4;
  private static final int IN = 256;
  private static final int ROWS = 3;
  private static final int DIM = 64;

  private final float[] x = new float[ROWS * IN];
  private final float[] prepared = new float[ROWS * IN];
  private final float[] y = new float[ROWS * IN];
  private final ByteBuffer weights =
      ByteBuffer.allocateDirect(Float.BYTES * OUTPUTS * IN).order(ByteOrder.LITTLE_ENDIAN);

  private RowKernelWarmUp() {
    Arrays.fill(x, 0.5f);
  }

  static boolean compiles(RowKernels vector, RowKernels twin) {
    return UntilCompiled.compiles(new RowKernelWarmUp().kernels(), vector, twin);
  }

  private List<Consumer<RowKernels>> kernels() {
    return List.of(
        k -> k.scores(weights, 0, OUTPUTS * IN / DIM, DIM, x, 0, 1, y),
        k -> k.mix(weights, 0, OUTPUTS * IN / DIM, DIM, x, y, 0),
        k -> k.halfScores(weights, 0, OUTPUTS * IN / DIM, DIM, x, 0, 1, y),
        k -> k.halfMix(weights, 0, OUTPUTS * IN / DIM, DIM, x, y, 0),
        k -> k.softmax(y, IN),
        k -> k.largest(x, 0, IN),
        k -> k.gate(x, 0, IN / 2, IN / 2, y, 0),
        k -> k.rmsNorm(x, 0, x, IN, 1, y, 0),
        k -> products(k, StoredType.F32, 1),
        k -> products(k, StoredType.F16, 1),
        k -> products(k, StoredType.BF16, 1),
        k -> products(k, StoredType.F32, ROWS),
        k -> products(k, StoredType.F16, ROWS),
        k -> products(k, StoredType.BF16, ROWS));
  }

  private void products(RowKernels kernels, StoredType type, int rows) {
    kernels.prepare(type, x, rows, IN, prepared);
    kernels.products(type, weights, OUTPUTS, IN, prepared, rows, y, 0, OUTPUTS);
  }
}
