package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/** A hub to which no connection can be made: the message names its host and why. */
public final class UnreachableHubException extends HubException {
  private static final long serialVersionUID = 1L;

  UnreachableHubException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What the JDK's client leaves out of its message: which host, and why. */
  static ConnectException named(URI address, IOException failure) {
    String reason = "the connection is refused";
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        reason = "its name is not known here";
      } else if (cause instanceof HttpConnectTimeoutException) {
        reason = "it does not answer";
      }
    }
    String host = address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
    ConnectException named = new ConnectException(host + " can't be reached: " + reason);
    named.initCause(failure);
    return named;
  }
}
