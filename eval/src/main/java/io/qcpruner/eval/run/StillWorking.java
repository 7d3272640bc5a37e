package io.qcpruner.eval.run;

import java.time.Duration;

/**
 * Says a line when nothing was said for a while: whoever watches a log file sees that the work goes
 * on, also when one step takes minutes.
 */
public final class StillWorking implements AutoCloseable {
  /** Longest silence. */
  public static final Duration QUIET = Duration.ofSeconds(30);

  private final Runnable say;
  private final long quietNanos;
  private long saidNanos = System.nanoTime();
  private boolean closed;

  /**
   * @param say prints a line; called on a thread of its own
   */
  public StillWorking(Duration quiet, Runnable say) {
    this.say = say;
    this.quietNanos = quiet.toNanos();
    Thread watch = new Thread(this::watch, "still-working");
    watch.setDaemon(true);
    watch.start();
  }

  /** Something else was printed. */
  public synchronized void said() {
    saidNanos = System.nanoTime();
  }

  private void watch() {
    while (isDue()) {
      say.run();
      said();
    }
  }

  /** Waits for the end of a silence; false when there is nothing left to wait for. */
  private synchronized boolean isDue() {
    try {
      long left = quietNanos - (System.nanoTime() - saidNanos);
      while (left > 0 && !closed) {
        wait(1 + left / 1_000_000);
        left = quietNanos - (System.nanoTime() - saidNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
