package io.qcpruner.core.prune;

/**
 * The caller asked for pruning that can't be done: an unknown method or setting, a value out of
 * range, a budget that the method can't meet, or a question it can't use. The message says what to
 * change. A method throws it for the caller's mistakes only; any other exception is a defect.
 */
public class PruningRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public PruningRefusedException(String message) {
    super(message);
  }

  public PruningRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
