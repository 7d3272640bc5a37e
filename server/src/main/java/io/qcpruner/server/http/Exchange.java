package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.ErrorJson;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.metrics.ServerMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** One request and its reply; every reply is written here. */
final class Exchange {
  static final String JSON = "application/json; charset=utf-8";
  private static final Logger LOG = Logger.getLogger(Exchange.class.getName());
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final long LINGER_MILLIS = 1000;

  private final HttpServerRequest request;
  private final ServerMetrics metrics;
  private final IntSupplier retryAfter;
  private final boolean logTexts;
  private final String id;
  private final long arrival = System.nanoTime();
  private boolean failed; // the event loop's

  /**
   * @param logTexts whether questions and answers go to the log
   */
  Exchange(
      HttpServerRequest request, ServerMetrics metrics, IntSupplier retryAfter, boolean logTexts) {
    this.request = request;
    this.metrics = metrics;
    this.retryAfter = retryAfter;
    this.logTexts = logTexts;
    String given = request.getHeader("x-request-id");
    this.id =
        given != null && ID.matcher(given).matches()
            ? given
            : "req-" + UUID.randomUUID().toString().replace("-", "");
    response().putHeader("x-request-id", id).putHeader("X-Content-Type-Options", "nosniff");
  }

  HttpServerRequest request() {
    return request;
  }

  HttpServerResponse response() {
    return request.response();
  }

  String id() {
    return id;
  }

  /** On the clock of {@link System#nanoTime}. */
  long arrival() {
    return arrival;
  }

  /** A complete reply. Call on the request's event loop. */
  void send(int status, String contentType, Buffer body) {
    if (response().closed() || response().ended()) {
      return;
    }
    response().setStatusCode(status).putHeader("Content-Type", contentType).end(body);
  }

  /** Whether the reply is an error, after which nobody waits for what the client does. */
  boolean hasFailed() {
    return failed;
  }

  /** The error object with the headers that belong to its code. */
  void fail(RequestException problem) {
    ErrorCode code = problem.code();
    metrics.rejected(code);
    log(code.status(), code.wire());
    if (code.retryLater()) {
      response().putHeader("Retry-After", Integer.toString(retryAfter.getAsInt()));
    }
    if (code == ErrorCode.INVALID_API_KEY) {
      response().putHeader("WWW-Authenticate", "Bearer");
    }
    if (code == ErrorCode.REQUEST_TIMEOUT || code == ErrorCode.INTERNAL_ERROR) {
      response().putHeader("x-should-retry", "false");
    }
    end(code, ErrorJson.of(problem));
  }

  /** A bug of ours: the log has it, the client gets the id. */
  void internal(Throwable cause) {
    logFailure(cause);
    response().putHeader("x-should-retry", "false");
    end(ErrorCode.INTERNAL_ERROR, ErrorJson.internal(id));
  }

  /** A failure that could only be told inside a stream. */
  void countFailure(RequestException problem) {
    metrics.rejected(problem.code());
    log(200, problem.code().wire());
  }

  void logFailure(Throwable cause) {
    LOG.log(Level.SEVERE, "request " + id + " failed", cause);
    metrics.rejected(ErrorCode.INTERNAL_ERROR);
  }

  void logQuestion(ChatRequest asked) {
    if (!asked.ignored().isEmpty()) {
      LOG.fine(() -> id + " ignores " + oneLine(String.join(", ", asked.ignored())));
    }
    if (logTexts) {
      LOG.info(() -> id + " asks: " + oneLine(asked.question()));
    }
  }

  /** A text of a client must not look like other lines of the log. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  void logAnswer(ChatAnswer answer) {
    if (logTexts) {
      answer.choices().forEach(choice -> LOG.info(id + " answers: " + oneLine(choice.text())));
    }
    log(
        200,
        "%s %d/%d visual, %d prompt, %d new"
            .formatted(
                answer.pruning().method().name(),
                answer.pruning().counts().keptTokens(),
                answer.pruning().counts().visualTokens(),
                answer.pruning().counts().promptTokens(),
                answer.completionTokens()));
  }

  private void end(ErrorCode code, String body) {
    failed = true;
    // what can't be understood has no end that we would see
    boolean unread = hasBody() && !request.isEnded() || request.decoderResult().isFailure();
    if (!unread) {
      request.resume(); // the end of a request without a body, so that the next one can follow
    }
    if (unread) {
      response().putHeader("Connection", "close");
      answerAndLinger(code.status(), Buffer.buffer(body));
    } else if (code.closes()) {
      response().putHeader("Connection", "close");
      send(code.status(), JSON, Buffer.buffer(body));
      later(1, () -> request.connection().close());
    } else {
      send(code.status(), JSON, Buffer.buffer(body));
    }
  }

  private boolean hasBody() {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null || length != null && !length.equals("0");
  }

  /**
   * A client that still sends must be able to read the reply before the connection goes: closing it
   * with bytes unread would take the reply away from it. The end of a response may close it too.
   */
  private void answerAndLinger(int status, Buffer body) {
    if (response().closed() || response().ended()) {
      return;
    }
    request.handler(ignored -> {});
    request.exceptionHandler(ignored -> {});
    request.resume();
    response()
        .setStatusCode(status)
        .putHeader("Content-Type", JSON)
        .putHeader("Content-Length", Integer.toString(body.length()))
        .write(body);
    later(
        LINGER_MILLIS,
        () -> {
          if (!response().closed()) {
            response().end();
            request.connection().close();
          }
        });
  }

  private static void later(long millis, Runnable what) {
    Vertx.currentContext().owner().setTimer(millis, t -> what.run());
  }

  /** One line per request; never pictures or keys, and texts only where that was asked for. */
  void log(int status, String what) {
    LOG.info(
        () ->
            "%s %s %d %s %.1f ms"
                .formatted(
                    id, request.method(), status, what, (System.nanoTime() - arrival) / 1e6));
  }
}
