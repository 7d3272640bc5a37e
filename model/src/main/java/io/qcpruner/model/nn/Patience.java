package io.qcpruner.model.nn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that another thread will do soon, or later. */
final class Patience {
  /**
   * About as long as it takes to be woken; members meet a few times per layer, not per operation.
   */
  private static final int SPINS = 5000;

  private Patience() {}

  /** Returns when the condition holds; whoever makes it hold unparks the waiting thread. */
  static void await(BooleanSupplier condition) {
    for (int i = 0; i < SPINS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.onSpinWait();
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
