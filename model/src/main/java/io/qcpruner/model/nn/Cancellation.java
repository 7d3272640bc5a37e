package io.qcpruner.model.nn;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Asked between two layers whether the caller still wants the result. */
public final class Cancellation {
  /** Never cancelled. */
  public static final Cancellation NONE = new Cancellation(() -> false);

  private final BooleanSupplier asked;

  public Cancellation(BooleanSupplier asked) {
    this.asked = asked;
  }

  /**
   * @throws CancellationException if the caller gave up
   */
  public void check() {
    if (asked.getAsBoolean()) {
      throw new CancellationException("the request was cancelled");
    }
  }
}
