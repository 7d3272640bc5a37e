package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Runs kernels until the virtual machine has compiled them. */
final class RowKernelWarmUp {
  /** Many short calls: the compiler counts calls, and code that it has not compiled is slow. */
  private static final int CALLS = 40;

  private static final int OUTPUTS = 4;
  private static final int IN = 256;
  private static final int ROWS = 2;
  private static final int DIM = 64;

  /** Where compilation has not helped by then, it never will: an interpreter, say. */
  private static final long GIVE_UP_NANOS = 20_000_000_000L;

  private final float[] x = new float[ROWS * IN];
  private final float[] prepared = new float[ROWS * IN];
  private final float[] y = new float[ROWS * IN];
  private final ByteBuffer weights =
      ByteBuffer.allocateDirect(Float.BYTES * OUTPUTS * IN).order(ByteOrder.LITTLE_ENDIAN);

  private RowKernelWarmUp() {
    Arrays.fill(x, 0.5f);
  }

  /**
   * Whether vector code was compiled in the end. It is when each kernel takes at most twice the
   * time of its twin: before, it takes at least ten times as much.
   */
  static boolean compiles(RowKernels vector, RowKernels twin) {
    RowKernelWarmUp work = new RowKernelWarmUp();
    long start = System.nanoTime();
    for (Consumer<RowKernels> kernel : work.kernels()) {
      long best = Long.MAX_VALUE;
      do {
        if (System.nanoTime() - start > GIVE_UP_NANOS) {
          return false;
        }
        best = Math.min(best, nanos(kernel, twin));
      } while (nanos(kernel, vector) > 2 * best);
    }
    return true;
  }

  private static long nanos(Consumer<RowKernels> kernel, RowKernels kernels) {
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i++) {
      kernel.accept(kernels);
    }
    return System.nanoTime() - start;
  }

  private List<Consumer<RowKernels>> kernels() {
    return List.of(
        k -> k.scores(weights, 0, OUTPUTS * IN / DIM, DIM, x, 0, 1, y),
        k -> k.mix(weights, 0, OUTPUTS * IN / DIM, DIM, x, y, 0),
        k -> k.softmax(y, IN),
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
