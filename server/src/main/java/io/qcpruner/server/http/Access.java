package io.qcpruner.server.http;

import java.util.List;

/**
 * Who may talk to the server.
 *
 * @param keys one of which a request must carry; empty lets everyone in
 * @param corsOrigins sites whose scripts may call
 * @param hostNames names under which the server may be called, besides addresses and localhost
 */
public record Access(ApiKeys keys, List<String> corsOrigins, List<String> hostNames) {

  /** No key, no foreign site, no name. */
  public static final Access OPEN = new Access(ApiKeys.NONE, List.of(), List.of());

  public Access {
    corsOrigins = List.copyOf(corsOrigins);
    hostNames = List.copyOf(hostNames);
  }
}
