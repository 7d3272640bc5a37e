package io.qcpruner.server.http;

import java.io.IOException;

/** Reads a value from the page of metrics. */
final class Metrics {
  private Metrics() {}

  static int value(EmbeddedServer server, String name) {
    try {
      for (String line : server.get("/metrics").body().split("\n")) {
        if (line.startsWith(name + " ")) {
          return (int) Double.parseDouble(line.substring(name.length() + 1));
        }
      }
      return 0;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
