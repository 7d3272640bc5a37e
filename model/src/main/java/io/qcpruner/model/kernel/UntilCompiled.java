package io.qcpruner.model.kernel;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Runs kernels until the virtual machine has compiled them. */
final class UntilCompiled {
  /** Many short calls: the compiler counts calls, and code that it has not compiled is slow. */
  private static final int CALLS = 40;

  /** Longer than compilation takes on busy cores. */
  private static final long GIVE_UP_NANOS = 5_000_000_000L;

  /**
   * Bytes of objects that compiled calls stay below; vectors that are objects take ten times it.
   */
  private static final long BYTES = 16 << 10;

  /** Enough for the compiler to take notice of a kernel. */
  private static final int TRIES = 12;

  /**
   * Tries in a row in which vector code was faster than its twin, though its vectors were objects:
   * sometimes the compiler leaves it at that.
   */
  private static final int FASTER = 60;

  /** While the compiler works, the core is for those who wait for an answer. */
  private static final long PAUSE_NANOS = 5_000_000;

  private UntilCompiled() {}

  /**
   * Whether vector code was compiled in the end. It is when each kernel takes at most twice the
   * time of its twin and, as that may itself be waiting for the compiler, when its vectors are no
   * longer objects; or when it has been faster than its twin for long. When time is up, being fast
   * is enough, and kernels that were not yet waited for are tried once.
   */
  static <K> boolean compiles(List<Consumer<K>> kernels, K vector, K twin) {
    return compiles(kernels, vector, twin, GIVE_UP_NANOS);
  }

  /** The same with so much time. */
  static <K> boolean compiles(List<Consumer<K>> kernels, K vector, K twin, long nanos) {
    long start = System.nanoTime();
    boolean allAreFast = true;
    for (Consumer<K> kernel : kernels) {
      long best = Long.MAX_VALUE;
      Spent spent;
      boolean fast;
      int tries = 0;
      int faster = 0;
      do {
        if (tries++ >= TRIES) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        best = Math.min(best, Spent.by(kernel, twin).nanos());
        spent = Spent.by(kernel, vector);
        fast = spent.nanos() <= 2 * best;
        faster = spent.nanos() < best ? faster + 1 : 0;
      } while ((!fast || spent.bytes() > CALLS * BYTES)
          && faster < FASTER
          && System.nanoTime() - start < nanos);
      allAreFast &= fast;
    }
    return allAreFast;
  }

  /**
   * What some calls took.
   *
   * @param bytes of new objects; 0 if this virtual machine does not count them
   */
  private record Spent(long nanos, long bytes) {
    static <K> Spent by(Consumer<K> kernel, K kernels) {
      long bytes = allocated();
      long start = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        kernel.accept(kernels);
      }
      return new Spent(System.nanoTime() - start, allocated() - bytes);
    }

    private static long allocated() {
      return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
          ? threads.getThreadAllocatedBytes(Thread.currentThread().getId())
          : 0;
    }
  }
}
