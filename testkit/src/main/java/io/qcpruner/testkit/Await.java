package io.qcpruner.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what another thread or process does, as long as it takes but not forever. */
public final class Await {
  /** Reached only by a defect: a loaded machine may need many seconds for anything. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final long PAUSE_MILLIS = 5;

  private Await() {}

  /**
   * @param what names the condition in the message of a failure
   */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + ": not within " + LIMIT.toSeconds() + " s");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Like above, without a name: the stack trace shows the call. */
  public static void until(Callable<Boolean> condition) throws Exception {
    until("the condition", condition);
  }
}
