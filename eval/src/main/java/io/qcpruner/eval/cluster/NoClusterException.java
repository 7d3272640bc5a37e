package io.qcpruner.eval.cluster;

/** Settings of a cluster were given to an engine that has none. */
public final class NoClusterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public NoClusterException(String message) {
    super(message);
  }
}
