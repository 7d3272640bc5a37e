package io.qcpruner.eval.run;

import java.time.Duration;

/**
 * Prints a line after a long silence, so that a log file shows that the work goes on even when one
 * step takes minutes.
 */
public final class Heartbeat implements AutoCloseable {
  /** Longest silence. */
  public static final Duration QUIET = Duration.ofSeconds(30);

  private final Runnable say;
  private final long quietNanos;
  private long touchedNanos = System.nanoTime();
  private boolean closed;

  /**
   * @param say prints a line; called on a thread of its own
   */
  public Heartbeat(Duration quiet, Runnable say) {
    this.say = say;
    this.quietNanos = quiet.toNanos();
    Thread watch = new Thread(this::watch, "heartbeat");
    watch.setDaemon(true);
    watch.start();
  }

  /** Something else was printed. */
  public synchronized void touch() {
    touchedNanos = System.nanoTime();
  }

  private void watch() {
    while (isDue()) {
      say.run();
      touch();
    }
  }

  /** Waits for the end of a silence; false when there is nothing left to wait for. */
  private synchronized boolean isDue() {
    try {
      long left = quietNanos - (System.nanoTime() - touchedNanos);
      while (left > 0 && !closed) {
        wait(1 + left / 1_000_000);
        left = quietNanos - (System.nanoTime() - touchedNanos);
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
