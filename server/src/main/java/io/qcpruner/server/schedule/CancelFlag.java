package io.qcpruner.server.schedule;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** The flag of one request that asks its work to end, and why. */
public final class CancelFlag implements BooleanSupplier {

  /** Why work ends early. */
  public enum Reason {
    CLIENT_GONE,
    TIMEOUT,
    SHUTDOWN
  }

  private final AtomicReference<Reason> reason = new AtomicReference<>();
  private final long deadline;

  /**
   * @param deadline on the clock of {@link System#nanoTime}
   */
  public CancelFlag(long deadline) {
    this.deadline = deadline;
  }

  /** The first reason stays. */
  public void cancel(Reason why) {
    reason.compareAndSet(null, why);
  }

  /** Whether the work is to end; also once the deadline has passed. */
  @Override
  public boolean getAsBoolean() {
    if (reason.get() == null && System.nanoTime() - deadline > 0) {
      cancel(Reason.TIMEOUT);
    }
    return reason.get() != null;
  }

  /** Null while nothing asked for the end. */
  public Reason reason() {
    return reason.get();
  }
}
