package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import io.qcpruner.server.error.ErrorJson;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.protocol.ChunkJson;
import io.qcpruner.server.protocol.ReplyHead;
import io.qcpruner.server.protocol.Timings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;

/** Server-sent events: a chunk per piece, comments while nothing else is sent. */
final class StreamedReply implements ChatReply {
  private final Exchange exchange;
  private final Context loop;
  private final SlotOutput output;
  private final ChatRequest request;
  private final ChunkJson chunks;

  // the rest belongs to the event loop
  private long lastWrite = System.nanoTime();
  private long timer = -1;

  StreamedReply(
      Exchange exchange, Context loop, SlotOutput output, ReplyHead head, ChatRequest request) {
    this.exchange = exchange;
    this.loop = loop;
    this.output = output;
    this.request = request;
    this.chunks = new ChunkJson(head, request);
  }

  /** Sends comments from now on; the place says how many are served before, 0 when running. */
  void startComments(Duration interval, IntSupplier place) {
    loop.runOnContext(
        v ->
            timer =
                loop.owner()
                    .setPeriodic(
                        Math.max(1, interval.toMillis()),
                        t -> {
                          if (response().closed() || response().ended()) {
                            stopComments();
                          } else if (System.nanoTime() - lastWrite >= interval.toNanos() * 9 / 10) {
                            int before = place.getAsInt();
                            write(ChunkJson.comment(before > 0 ? "waiting " + before : "working"));
                          }
                        }));
  }

  @Override
  public void prefilled(PruningFacts facts) {
    String first = chunks.first(facts);
    output.await(
        () -> {
          if (!response().headWritten()) {
            ReplyHeaders.put(response(), request, facts);
          }
          return write(first);
        });
  }

  @Override
  public void piece(int choice, String text, List<TokenChance> chances) {
    String chunk = chunks.piece(choice, text, chances);
    output.await(() -> write(chunk));
  }

  @Override
  public void finish(ChatAnswer answer, Timings timings) {
    String last = chunks.finish(answer, timings) + chunks.usage(answer) + ChunkJson.DONE;
    output.await(
        () -> {
          stopComments();
          write(last);
          return end();
        });
    exchange.logAnswer(answer);
  }

  @Override
  public void fail(RequestException why) {
    loop.runOnContext(
        v -> {
          stopComments();
          if (response().headWritten()) {
            exchange.countFailure(why);
            breakOff(ErrorJson.of(why));
          } else {
            exchange.fail(why);
          }
        });
  }

  @Override
  public void internal(Throwable cause) {
    loop.runOnContext(
        v -> {
          stopComments();
          if (response().headWritten()) {
            exchange.logFailure(cause);
            breakOff(ErrorJson.internal(exchange.id()));
          } else {
            exchange.internal(cause);
          }
        });
  }

  private void breakOff(String errorBody) {
    if (!response().closed()) {
      write(ChunkJson.error(errorBody));
      end();
    }
  }

  /** Clients of HTTP/1.0 know no chunks: for them a stream ends with the connection. */
  private Future<Void> end() {
    Future<Void> ended = response().end();
    return isOld() ? ended.compose(v -> exchange.request().connection().close()) : ended;
  }

  private boolean isOld() {
    return exchange.request().version() == HttpVersion.HTTP_1_0;
  }

  private HttpServerResponse response() {
    return exchange.response();
  }

  private Future<Void> write(String text) {
    if (!response().headWritten()) {
      response()
          .setChunked(true)
          .setStatusCode(200)
          .putHeader("Content-Type", "text/event-stream; charset=utf-8")
          .putHeader("Cache-Control", "no-cache")
          .putHeader("X-Accel-Buffering", "no");
      ReplyHeaders.putIgnored(response(), request);
      if (isOld()) {
        response().putHeader("Connection", "close");
      }
    }
    lastWrite = System.nanoTime();
    return response().write(text);
  }

  private void stopComments() {
    if (timer >= 0) {
      loop.owner().cancelTimer(timer);
      timer = -1;
    }
  }
}
