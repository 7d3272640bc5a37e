package io.qcpruner.checkpoint.weights;

import java.io.IOException;

/** A checkpoint that can't be used; the message names the file, the tensor and what is wrong. */
public class WeightsException extends IOException {
  private static final long serialVersionUID = 1L;

  public WeightsException(String message) {
    super(message);
  }

  public WeightsException(String message, Throwable cause) {
    super(message, cause);
  }
}
