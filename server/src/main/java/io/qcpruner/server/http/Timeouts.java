package io.qcpruner.server.http;

import java.time.Duration;

/**
 * How long the server waits for slow clients.
 *
 * @param betweenBytes of a body
 * @param wholeRequest headers, or headers and body together
 * @param blockedWrite until a client that takes no byte counts as gone
 * @param comment silence of a stream after which a comment is sent
 */
public record Timeouts(
    Duration betweenBytes, Duration wholeRequest, Duration blockedWrite, Duration comment) {

  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10));
}
