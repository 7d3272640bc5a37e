package io.qcpruner.eval.run;

/** A sample whose picture or clip can't be read; the run stopped at it. */
public final class BrokenSampleException extends RunException {
  private static final long serialVersionUID = 1L;

  public BrokenSampleException(String message, Throwable cause) {
    super(message, cause);
  }
}
