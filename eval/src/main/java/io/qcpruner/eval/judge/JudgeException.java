package io.qcpruner.eval.judge;

import java.io.IOException;

/** A judge that cannot be asked. */
final class JudgeException extends IOException {
  private static final long serialVersionUID = 1;

  public JudgeException(String message) {
    super(message);
  }

  public JudgeException(String message, Throwable cause) {
    super(message, cause);
  }
}
