package io.qcpruner.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.metrics.ServerMetrics;
import io.qcpruner.server.protocol.ChatRequestParser;
import io.qcpruner.server.protocol.ProtocolSettings;
import io.qcpruner.server.sample.Samples;
import io.qcpruner.server.schedule.Scheduler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The server: a socket that answers at once, a model that loads behind it, and a clean end. */
public final class ChatServer implements AutoCloseable {
  private static final int LINE_BYTES = 4 << 10;
  private static final int HEADER_BYTES = 16 << 10;
  private static final int EVENT_LOOPS = 2;
  private static final int PARSERS = 2;

  private final ServerSettings settings;
  private final Vertx vertx;
  private final HttpServer http;
  private final ServerMetrics metrics;
  private final ExecutorService parsers;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private volatile Served served;
  private volatile Samples samples;

  private ChatServer(ServerSettings settings) {
    this.settings = settings;
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(EVENT_LOOPS)
                .setWorkerPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    this.metrics =
        new ServerMetrics(
            () -> served == null ? 0 : served.scheduler().running(),
            () -> served == null ? 0 : served.scheduler().waiting(),
            () -> served == null ? CacheCounts.ZERO : served.engine().cacheCounts());
    this.parsers = Executors.newFixedThreadPool(PARSERS, ChatServer::parserThread);
    BodyReader bodies =
        new BodyReader(vertx, settings.requests().maxBody(), settings.listener().timeouts());
    ChatHandler chat = new ChatHandler(settings, metrics, bodies, parsers);
    StaticFiles files = new StaticFiles(settings.features().page());
    Router router = new Routes(() -> served, metrics, files, () -> samples, chat).router(settings);
    Gate gate = new Gate(settings.listener().access());
    Connections connections = new Connections(vertx, settings.listener().timeouts().wholeRequest());
    this.http =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setHost(settings.listener().host())
                    .setPort(settings.listener().port())
                    .setHttp2ClearTextEnabled(false)
                    .setMaxInitialLineLength(LINE_BYTES)
                    .setMaxHeaderSize(HEADER_BYTES)
                    .setHandle100ContinueAutomatically(false))
            .connectionHandler(
                connection -> {
                  StrictRequests.watch(connection);
                  connections.opened(connection);
                })
            .invalidRequestHandler(this::invalid)
            .requestHandler(
                request -> {
                  connections.began(request);
                  handle(request, router, gate);
                });
  }

  private static Thread parserThread(Runnable body) {
    Thread thread = new Thread(body, "request-parser");
    thread.setDaemon(true);
    return thread;
  }

  /** Binds the socket, then loads the model in the background. */
  public static ChatServer start(ServerSettings settings, EngineLoader loader)
      throws java.io.IOException {
    ChatServer server = new ChatServer(settings);
    try {
      server.http.listen().toCompletionStage().toCompletableFuture().join();
    } catch (java.util.concurrent.CompletionException e) {
      server.vertx.close();
      server.parsers.shutdown();
      throw new java.io.IOException(
          "cannot listen on %s:%d; is the port taken?"
              .formatted(settings.listener().host(), settings.listener().port()),
          e.getCause());
    }
    Thread thread = new Thread(() -> server.load(loader), "model-loader");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private void load(EngineLoader loader) {
    try {
      ChatEngine engine = loader.load();
      if (settings.features().page()) {
        samples = new Samples(engine.info().note().stills(), engine.info().clips());
      }
      checkDefaults(engine);
      ProtocolSettings protocol = new ProtocolSettings(engine.info(), settings.requests());
      String version = version();
      metrics.loaded(version, engine.info());
      served =
          new Served(
              engine,
              new Scheduler(settings.queue(), slot -> engine.slotStarted(settings.queue().slots())),
              protocol,
              new ChatRequestParser(protocol),
              System.currentTimeMillis() / 1000,
              version);
      ready.complete(null);
    } catch (Exception | LinkageError e) {
      ready.completeExceptionally(e);
    }
  }

  /** A default that no request could use is a mistake of whoever starts the server. */
  private void checkDefaults(ChatEngine engine) {
    try {
      engine.check(settings.requests().method());
    } catch (RequestException e) {
      engine.close();
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String version() {
    String version = ChatServer.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  public int port() {
    return http.actualPort();
  }

  /** Ends when the model is loaded, or with the reason why it can't be. */
  public CompletableFuture<Void> ready() {
    return ready;
  }

  private void handle(HttpServerRequest request, Router router, Gate gate) {
    Exchange exchange = exchange(request);
    request.pause();
    try {
      gate.checkHost(request);
      gate.checkOrigin(request);
      gate.corsOrigin(request)
          .ifPresent(
              origin ->
                  exchange
                      .response()
                      .putHeader("Access-Control-Allow-Origin", origin)
                      .putHeader("Access-Control-Expose-Headers", ReplyHeaders.NAMES)
                      .putHeader("Vary", "Origin"));
      if (request.method() == HttpMethod.OPTIONS && gate.corsOrigin(request).isPresent()) {
        exchange
            .response()
            .putHeader("Access-Control-Allow-Methods", "GET, POST")
            .putHeader("Access-Control-Allow-Headers", gate.corsHeaders(request))
            .putHeader("Access-Control-Max-Age", "600")
            .setStatusCode(204)
            .end();
        request.resume();
        return;
      }
      router.route(exchange, gate);
      if (request.method() == HttpMethod.GET) {
        request.resume();
      }
    } catch (RequestException e) {
      exchange.fail(e);
    } catch (RuntimeException e) {
      exchange.internal(e);
    }
  }

  private void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    if (cause instanceof RequestException ours) {
      exchange(request).fail(ours);
      return;
    }
    boolean large =
        cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException;
    exchange(request)
        .fail(
            large
                ? new RequestException(
                    ErrorCode.HEADERS_TOO_LARGE,
                    "The request line is over 4 KiB or the headers are over 16 KiB.")
                : new RequestException(
                    ErrorCode.INVALID_HTTP, "This is not an HTTP request we understand."));
  }

  private Exchange exchange(HttpServerRequest request) {
    return new Exchange(
        request,
        metrics,
        () -> served == null ? 1 : served.scheduler().retryAfter(),
        settings.features().logPrompts());
  }

  /** Refuses new and waiting requests and lets running ones finish within the drain timeout. */
  public void drain() throws InterruptedException {
    Served running = served;
    if (running != null) {
      running.scheduler().drain(settings.drainTimeout());
    }
  }

  @Override
  public void close() {
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server did not stop", e);
    } finally {
      parsers.shutdownNow();
      if (served != null) {
        served.scheduler().close();
        served.engine().close();
      }
    }
  }
}
