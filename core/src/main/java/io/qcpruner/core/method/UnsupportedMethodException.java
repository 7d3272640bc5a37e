package io.qcpruner.core.method;

import io.qcpruner.core.prune.PruningRefusedException;

/** There is no method of this name, or it can't serve this model. */
public class UnsupportedMethodException extends PruningRefusedException {
  private static final long serialVersionUID = 1L;

  public UnsupportedMethodException(String message) {
    super(message);
  }
}
