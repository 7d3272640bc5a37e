package io.qcpruner.model.kernel;

import java.util.List;
import java.util.function.Consumer;

/** Runs kernels until the virtual machine has compiled them. */
final class KernelWarmUp {
  /** Many short calls: the compiler counts calls, and code that it has not compiled is slow. */
  private static final int CALLS = 40;

  /** Where compilation has not helped by then, it never will: an interpreter, say. */
  private static final long GIVE_UP_NANOS = 20_000_000_000L;

  private KernelWarmUp() {}

  /**
   * Whether vector code was compiled in the end. It is when each kernel takes at most twice the
   * time of its twin: before, it takes at least ten times as much.
   */
  static <K> boolean compiles(List<Consumer<K>> kernels, K vector, K twin) {
    long start = System.nanoTime();
    for (Consumer<K> kernel : kernels) {
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

  private static <K> long nanos(Consumer<K> kernel, K kernels) {
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i++) {
      kernel.accept(kernels);
    }
    return System.nanoTime() - start;
  }
}
