package io.qcpruner.checkpoint.hub;

import java.io.IOException;

/** A model that can't be had from the hub; the message says what to do. */
public class HubException extends IOException {
  private static final long serialVersionUID = 1L;

  public HubException(String message) {
    super(message);
  }

  public HubException(String message, Throwable cause) {
    super(message, cause);
  }
}
