package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Calls of row kernels, for {@link UntilCompiled}. */
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

  static ServingKernels.WarmUp<RowKernels> of(RowKernels.Use use) {
    return (vector, twin) ->
        UntilCompiled.compiles(new RowKernelWarmUp().kernels(use), vector, twin);
  }

  private List<Consumer<RowKernels>> kernels(RowKernels.Use use) {
    return switch (use) {
      case ROWS ->
          List.of(
              k -> k.rmsNorm(x, 0, x, IN, 1, y, 0),
              k -> k.softmax(y, IN),
              k -> k.gate(x, 0, IN / 2, IN / 2, y, 0),
              k -> k.largest(x, 0, IN));
      case FLOAT_CACHES ->
          List.of(
              k -> k.scores(weights, 0, OUTPUTS * IN / DIM, DIM, x, 0, 1, y),
              k -> k.mix(weights, 0, OUTPUTS * IN / DIM, DIM, x, y, 0));
      case HALF_CACHES ->
          List.of(
              k -> k.halfScores(weights, 0, OUTPUTS * IN / DIM, DIM, x, 0, 1, y),
              k -> k.halfMix(weights, 0, OUTPUTS * IN / DIM, DIM, x, y, 0));
      case F32_WEIGHTS -> products(StoredType.F32);
      case F16_WEIGHTS -> products(StoredType.F16);
      case BF16_WEIGHTS -> products(StoredType.BF16);
    };
  }

  private List<Consumer<RowKernels>> products(StoredType type) {
    return List.of(k -> products(k, type, 1), k -> products(k, type, ROWS));
  }

  private void products(RowKernels kernels, StoredType type, int rows) {
    kernels.prepare(type, x, rows, IN, prepared);
    kernels.products(type, weights, OUTPUTS, IN, prepared, rows, y, 0, OUTPUTS);
  }
}
