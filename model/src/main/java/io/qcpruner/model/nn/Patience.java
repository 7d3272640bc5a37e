package io.qcpruner.model.nn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that another thread will do soon, or later. */
final class Patience {
  /** Conditions that hold at once cost no system call. */
  private static final int SPINS = 500;

  /** Being woken takes long where a sleeping core must be woken too, so waits up to this don't. */
  private static final long YIELD_NANOS = 1_000_000;

  private Patience() {}

  /**
   * Returns when the condition holds; whoever makes it hold unparks the waiting thread. Gives way
   * to other programs before it goes to sleep.
   */
  static void await(BooleanSupplier condition) {
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
    sleep(condition);
  }

  /** The same without trying first. An interrupt is kept for later. */
  static void sleep(BooleanSupplier condition) {
    boolean interrupted = false;
    while (!condition.getAsBoolean()) {
      LockSupport.park();
      interrupted |= Thread.interrupted(); // a set flag would keep the thread from sleeping
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
