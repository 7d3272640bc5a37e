package io.qcpruner.model.nn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that another thread makes true: spins, then yields, then parks. */
final class SpinWait {
  /** Iterations without a system call. */
  private static final int SPINS = 500;

  /** Waking a parked thread is slow if its core sleeps too, so shorter waits don't park. */
  private static final long YIELD_NANOS = 1_000_000;

  private SpinWait() {}

  /** Returns when the condition holds. Whoever makes it hold must unpark the waiting thread. */
  static void until(BooleanSupplier condition) {
    for (int i = 0; i < SPINS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    while (System.nanoTime() - start < YIELD_NANOS) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.yield();
    }
    park(condition);
  }

  /** Parks until the condition holds, without spinning. An interrupt is restored at the end. */
  static void park(BooleanSupplier condition) {
    boolean interrupted = false;
    while (!condition.getAsBoolean()) {
      LockSupport.park();
      interrupted |= Thread.interrupted(); // park returns at once while the flag is set
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
