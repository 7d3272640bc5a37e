package io.qcpruner.eval.run;

/** A run that stopped, or was there already, and can be continued. */
public final class UnfinishedRunException extends RunException {
  private static final long serialVersionUID = 1L;

  public UnfinishedRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
