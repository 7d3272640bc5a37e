package io.qcpruner.server.http;

import io.qcpruner.server.http.ServerSettings.Features;
import io.qcpruner.server.http.ServerSettings.Listener;
import io.qcpruner.server.protocol.RequestRules;
import io.qcpruner.server.schedule.QueueLimits;
import java.time.Duration;
import java.util.List;

/** Server settings for tests: small and impatient. */
final class Settings {
  int port;
  int slots = 1;
  int queue = 32;
  int perClient = 1000;
  long queueBytes = 64 << 20;
  Duration queueTimeout = Duration.ofSeconds(60);
  Duration requestTimeout = Duration.ofSeconds(60);
  Duration drainTimeout = Duration.ofSeconds(5);
  int maxBody = 1 << 20;
  boolean mediaUrls;
  List<String> aliases = List.of();
  boolean anyModel;
  boolean page = true;
  boolean metrics = true;
  Access access = Access.OPEN;
  Timeouts timeouts = Timeouts.DEFAULT;
  boolean metricsOpen;
  boolean logPrompts;

  ServerSettings build() {
    return new ServerSettings(
        new Listener("127.0.0.1", port, access, timeouts),
        new QueueLimits(slots, queue, queueBytes, perClient, queueTimeout),
        requestTimeout,
        drainTimeout,
        RequestRules.DEFAULT
            .with(new RequestRules.Names(aliases, anyModel))
            .withMaxBody(maxBody)
            .withMediaUrls(mediaUrls),
        new Features(page, metrics, metricsOpen, logPrompts));
  }
}
