package io.qcpruner.server.http;

import io.qcpruner.server.schedule.CancelFlag;
import io.qcpruner.server.schedule.CancelFlag.Reason;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Lets a slot's thread write to a response and wait until the client took it. */
final class SlotOutput {
  private final Context loop;
  private final HttpServerResponse response;
  private final CancelFlag cancellation;
  private final Duration timeout;

  SlotOutput(Context loop, HttpServerResponse response, CancelFlag cancellation, Duration timeout) {
    this.loop = loop;
    this.response = response;
    this.cancellation = cancellation;
    this.timeout = timeout;
  }

  /** Runs a write on the event loop and waits for it; a client that takes nothing is gone. */
  void await(Supplier<Future<Void>> write) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          if (response.closed()) {
            done.cancel(false);
            return;
          }
          write
              .get()
              .onComplete(
                  result -> {
                    if (result.succeeded()) {
                      done.complete(null);
                    } else {
                      done.cancel(false);
                    }
                  });
        });
    try {
      done.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException | CancellationException e) {
      throw gone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw gone();
    }
  }

  private CancellationException gone() {
    cancellation.cancel(Reason.CLIENT_GONE);
    loop.runOnContext(v -> response.reset());
    return new CancellationException("the client takes no more bytes");
  }
}
