package io.qcpruner.server.http;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Reads bodies within limits of size, time and number. */
final class BodyReader {
  private static final int AT_ONCE = 8;

  /** Smaller ones are not worth counting. */
  private static final int LARGE = 1 << 20;

  private final Vertx vertx;
  private final int limit;
  private final Timeouts timeouts;
  private final AtomicInteger reading = new AtomicInteger();

  BodyReader(Vertx vertx, int limit, Timeouts timeouts) {
    this.vertx = vertx;
    this.limit = limit;
    this.timeouts = timeouts;
  }

  /** Calls exactly one of the two, on the request's event loop; neither if the client leaves. */
  void read(HttpServerRequest request, Consumer<byte[]> whole, Consumer<RequestException> refused) {
    try {
      checkHeaders(request);
    } catch (RequestException e) {
      refused.accept(e);
      return;
    }
    boolean large = isLarge(request);
    if (large && reading.incrementAndGet() > AT_ONCE) {
      reading.decrementAndGet();
      refused.accept(
          new RequestException(
              ErrorCode.BUSY, "Too many requests are being received; try again later."));
      return;
    }
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
    new Reading(request, large, whole, refused).start();
  }

  private void checkHeaders(HttpServerRequest request) throws RequestException {
    String type = request.getHeader("Content-Type");
    String plain = type == null ? "" : type.split(";", 2)[0].strip();
    if (!plain.equalsIgnoreCase("application/json")) {
      throw new RequestException(
          ErrorCode.CONTENT_TYPE, "The content type must be application/json.");
    }
    String encoding = request.getHeader("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new RequestException(ErrorCode.CONTENT_TYPE, "Bodies must not be compressed.");
    }
    String length = request.getHeader("Content-Length");
    if (length != null && (length.length() > 18 || Long.parseLong(length) > limit)) {
      throw tooLarge();
    }
  }

  private static boolean isLarge(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return length == null || Long.parseLong(length) > LARGE;
  }

  private RequestException tooLarge() {
    return new RequestException(ErrorCode.BODY_TOO_LARGE, "The body is over " + limit + " bytes.");
  }

  /** One body that is being received; lives on one event loop. */
  private final class Reading {
    private final HttpServerRequest request;
    private final boolean large;
    private final Consumer<byte[]> whole;
    private final Consumer<RequestException> refused;
    private final Buffer received = Buffer.buffer();
    private final long end = System.nanoTime() + timeouts.wholeRequest().toNanos();
    private long timer;
    private long lastByte = System.nanoTime();
    private boolean over;

    private Reading(
        HttpServerRequest request,
        boolean large,
        Consumer<byte[]> whole,
        Consumer<RequestException> refused) {
      this.request = request;
      this.large = large;
      this.whole = whole;
      this.refused = refused;
    }

    private void start() {
      long often = Math.max(10, timeouts.betweenBytes().toMillis() / 4);
      timer = vertx.setPeriodic(often, t -> checkTime());
      request.exceptionHandler(this::broken);
      request.handler(this::take);
      request.endHandler(
          v -> {
            if (finish()) {
              whole.accept(received.getBytes());
            }
          });
      request.resume();
    }

    private void take(Buffer part) {
      if (over) {
        return;
      }
      lastByte = System.nanoTime();
      if (part.length() > limit - received.length()) {
        if (finish()) {
          refused.accept(tooLarge());
        }
        return;
      }
      received.appendBuffer(part);
    }

    /** A connection that ended needs no answer; everything else is a body that can't be read. */
    private void broken(Throwable why) {
      if (finish() && !(why instanceof HttpClosedException || why instanceof IOException)) {
        refused.accept(
            new RequestException(ErrorCode.INVALID_HTTP, "The chunks of the body can't be read."));
      }
    }

    private void checkTime() {
      long now = System.nanoTime();
      boolean late = now > end || now - lastByte > timeouts.betweenBytes().toNanos();
      if (late && finish()) {
        refused.accept(
            new RequestException(ErrorCode.SLOW_REQUEST, "The body did not come in time."));
      }
    }

    private boolean finish() {
      if (over) {
        return false;
      }
      over = true;
      vertx.cancelTimer(timer);
      if (large) {
        reading.decrementAndGet();
      }
      return true;
    }
  }
}
