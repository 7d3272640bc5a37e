package io.qcpruner.text;

/** A conversation that a checkpoint's chat template can't write; the message says why and where. */
public final class ChatRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ChatRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
