package io.qcpruner.eval.run;

import java.io.IOException;

/** A run folder that cannot be used or written; the message says what is safe and what to do. */
public class RunException extends IOException {
  private static final long serialVersionUID = 1;

  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
