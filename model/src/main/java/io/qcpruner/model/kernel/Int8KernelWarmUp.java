package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;

/** Calls of all kernels for 8-bit weights, for {@link UntilCompiled}. */
final class Int8KernelWarmUp {
  private static final int OUTPUTS = 16;
  private static final int IN = 512;
  private static final int ROWS = 16;

  private final ByteBuffer codes = buffer(OUTPUTS * IN);
  private final ByteBuffer numbers = buffer(Float.BYTES * OUTPUTS * IN);
  private final ByteBuffer made = buffer(Float.BYTES * OUTPUTS * IN);
  private final byte[] row = new byte[IN];
  private final short[] prepared = new short[IN];
  private final int[] products = new int[OUTPUTS];
  private final int[] sums = new int[IN];
  private final float[] factors = new float[IN];

  private Int8KernelWarmUp() {}

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static boolean compiles(Int8Kernels vector, Int8Kernels twin) {
    return UntilCompiled.compiles(new Int8KernelWarmUp().kernels(), vector, twin);
  }

  /** In the order in which a first prompt and its answer need them. */
  private List<Consumer<Int8Kernels>> kernels() {
    return List.of(
        k -> k.range(numbers, OUTPUTS * IN),
        k -> k.round(numbers, OUTPUTS * IN, 1, 1, codes),
        k -> finish(k, null),
        k -> finish(k, factors),
        k -> {
          k.prepare(row, 0, IN, prepared);
          k.products(codes, OUTPUTS, IN, prepared, products);
        });
  }

  private void finish(Int8Kernels kernels, float[] bias) {
    kernels.finish(numbers, ROWS, 1, sums, factors, bias, made, 0, Float.BYTES * IN);
  }
}
