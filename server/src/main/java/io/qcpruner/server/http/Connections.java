package io.qcpruner.server.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the number of connections and closes those that send no whole request in time. */
final class Connections {
  static final int MOST = 256;

  private static final class State {
    private final AtomicInteger requests = new AtomicInteger();
    private volatile long idleSince = System.nanoTime();
  }

  private final Map<HttpConnection, State> open = new ConcurrentHashMap<>();
  private final Duration timeout;

  Connections(Vertx vertx, Duration timeout) {
    this.timeout = timeout;
    vertx.setPeriodic(Math.max(20, timeout.toMillis() / 10), t -> closeIdle());
  }

  void opened(HttpConnection connection) {
    if (open.size() >= MOST) {
      connection.close();
      return;
    }
    open.put(connection, new State());
    connection.closeHandler(v -> open.remove(connection));
  }

  /** The headers of a request have come; its connection is in use until the reply has ended. */
  void began(HttpServerRequest request) {
    State state = open.get(request.connection());
    if (state == null) {
      return;
    }
    state.requests.incrementAndGet();
    request
        .response()
        .endHandler(
            v -> {
              state.idleSince = System.nanoTime();
              state.requests.decrementAndGet();
            });
  }

  private void closeIdle() {
    long now = System.nanoTime();
    open.forEach(
        (connection, state) -> {
          if (state.requests.get() == 0 && now - state.idleSince > timeout.toNanos()) {
            connection.close();
          }
        });
  }
}
