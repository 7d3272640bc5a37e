package io.qcpruner.model.nn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How one thread waits for a condition that another makes true: it spins, then yields, then parks.
 *
 * <p>A thread that yields is never moved to another core, so two threads of a team can share a core
 * for tens of milliseconds, taking turns, while another core idles. Several waits in a row with a
 * long yield are the sign of it. The next wait then parks, because the system looks for an idle
 * core when it wakes a thread.
 */
final class SpinWait {
  /** Iterations without a system call. */
  private static final int SPINS = 500;

  /** Waking a parked thread is slow if its core sleeps too, so shorter waits don't park. */
  private static final long YIELD_NANOS = 1_000_000;

  /**
   * A yield that finds nobody takes less than a microsecond; one for another thread's work more.
   */
  private static final long LONG_YIELD_NANOS = 50_000;

  /** Waits with a long yield that are not an accident: a host may also stop a core now and then. */
  private static final int SHARED_CORE = 3;

  private int waitsOnSharedCore;

  /** Returns when the condition holds. Whoever makes it hold must unpark the waiting thread. */
  void until(BooleanSupplier condition) {
    for (int i = 0; i < SPINS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.onSpinWait();
    }
    if (waitsOnSharedCore == SHARED_CORE || !yieldUntil(condition)) {
      waitsOnSharedCore = 0;
      park(condition);
    }
  }

  /** Returns whether the condition holds, after a while in any case. */
  private boolean yieldUntil(BooleanSupplier condition) {
    long start = System.nanoTime();
    long now = start;
    boolean shared = false;
    boolean holds = condition.getAsBoolean();
    while (!holds && now - start < YIELD_NANOS) {
      long before = now;
      Thread.yield();
      now = System.nanoTime();
      shared |= now - before > LONG_YIELD_NANOS;
      holds = condition.getAsBoolean();
    }
    waitsOnSharedCore = shared ? waitsOnSharedCore + 1 : 0;
    return holds;
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
