package io.qcpruner.checkpoint.hub;

/** A model that would have to be fetched while the network is off. */
public final class OfflineException extends HubException {
  private static final long serialVersionUID = 1L;

  public OfflineException(String message) {
    super(message);
  }
}
