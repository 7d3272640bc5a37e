package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.metrics.ServerMetrics;
import io.qcpruner.server.schedule.CancelFlag;
import io.qcpruner.server.schedule.CancelFlag.Reason;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;

/** {@code POST /v1/chat/completions}: read, check, wait, compute, reply. */
final class ChatHandler {
  /** The status that proxies log for it; nobody gets it. */
  private static final int CLIENT_GONE = 499;

  private final ServerSettings settings;
  private final ServerMetrics metrics;
  private final BodyReader bodies;
  private final ExecutorService parsers;

  ChatHandler(
      ServerSettings settings, ServerMetrics metrics, BodyReader bodies, ExecutorService parsers) {
    this.settings = settings;
    this.metrics = metrics;
    this.bodies = bodies;
    this.parsers = parsers;
  }

  void handle(Exchange exchange, Served served, String client) {
    Context loop = Vertx.currentContext();
    long deadline = exchange.arrival() + settings.requestTimeout().toNanos();
    CancelFlag cancellation = new CancelFlag(deadline);
    AtomicReference<ChatJob> job = new AtomicReference<>();
    exchange
        .response()
        .closeHandler(
            v -> {
              cancellation.cancel(Reason.CLIENT_GONE);
              if (!exchange.hasFailed()) {
                exchange.log(CLIENT_GONE, "client gone");
              }
              ChatJob waiting = job.get();
              if (waiting != null && served.scheduler().withdraw(waiting)) {
                waiting.withdrawn();
              }
            });
    bodies.read(
        exchange.request(),
        body ->
            parsers.execute(() -> submit(exchange, served, client, body, cancellation, loop, job)),
        exchange::fail);
  }

  private void submit(
      Exchange exchange,
      Served served,
      String client,
      byte[] body,
      CancelFlag cancellation,
      Context loop,
      AtomicReference<ChatJob> holder) {
    try {
      ChatRequest request = served.parser().parse(body);
      exchange.logQuestion(request);
      served.engine().requireUsable();
      served.engine().check(request.method());
      SlotOutput output =
          new SlotOutput(
              loop,
              exchange.response(),
              cancellation,
              settings.listener().timeouts().blockedWrite());
      ChatReply reply =
          request.stream()
              ? new StreamedReply(exchange, loop, output, served.head(), request)
              : new WholeReply(exchange, loop, output, served.head(), request);
      ChatJob job =
          new ChatJob(served, metrics, request, client, exchange.arrival(), cancellation, reply);
      holder.set(job);
      served.scheduler().submit(job);
      if (reply instanceof StreamedReply stream) {
        stream.startComments(
            settings.listener().timeouts().comment(), () -> served.scheduler().place(job));
      }
      if (cancellation.reason() != null && served.scheduler().withdraw(job)) {
        job.withdrawn();
      }
    } catch (RequestException e) {
      loop.runOnContext(v -> exchange.fail(e));
    } catch (RuntimeException e) {
      loop.runOnContext(v -> exchange.internal(e));
    }
  }
}
