package io.qcpruner.model.nn;

/** The engine can't pack weights of this kind on this processor. */
public final class PackingNotSupportedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public PackingNotSupportedException(String message, Throwable cause) {
    super(message, cause);
  }
}
