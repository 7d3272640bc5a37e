package io.qcpruner.server.http;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.metrics.ServerMetrics;
import io.qcpruner.server.protocol.ListingJson;
import io.qcpruner.server.sample.Samples;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** All routes of the server. */
final class Routes {
  private final Supplier<Served> served;
  private final ServerMetrics metrics;
  private final StaticFiles files;
  private final Supplier<Samples> samples;
  private final ChatHandler chat;

  /**
   * @param served null while the model loads
   */
  Routes(
      Supplier<Served> served,
      ServerMetrics metrics,
      StaticFiles files,
      Supplier<Samples> samples,
      ChatHandler chat) {
    this.served = served;
    this.metrics = metrics;
    this.files = files;
    this.samples = samples;
    this.chat = chat;
  }

  Router router(ServerSettings settings) {
    Router router = new Router();
    router.add(
        HttpMethod.POST,
        "/v1/chat/completions",
        false,
        (exchange, client, part) -> chat.handle(exchange, loaded(), client));
    for (String path : new String[] {"/v1/models", "/v1/models/"}) {
      router.add(
          HttpMethod.GET,
          path,
          false,
          (exchange, client, part) ->
              json(exchange, ListingJson.models(loaded().protocol(), loaded().created())));
    }
    router.add(
        HttpMethod.GET,
        "/v1/models/{rest}",
        false,
        (exchange, client, rest) ->
            json(
                exchange,
                ListingJson.model(loaded().protocol(), loaded().created(), decoded(rest))));
    router.add(
        HttpMethod.GET,
        "/v1/pruning/methods",
        false,
        (exchange, client, part) ->
            json(exchange, ListingJson.methods(loaded().engine().methods()).toString()));
    router.add(HttpMethod.GET, "/live", true, (exchange, client, part) -> json(exchange, OK));
    for (String path : new String[] {"/health", "/ready", "/v1/health"}) {
      router.add(
          HttpMethod.GET,
          path,
          true,
          (exchange, client, part) -> {
            loaded().engine().requireUsable();
            json(exchange, OK);
          });
    }
    if (settings.features().metrics()) {
      router.add(
          HttpMethod.GET,
          "/metrics",
          settings.features().metricsOpen(),
          (exchange, client, part) -> {
            ServerMetrics.Page page = metrics.page(exchange.request().getHeader("Accept"));
            exchange.send(200, page.contentType(), Buffer.buffer(page.body()));
          });
    }
    file(router, "/openapi.yaml");
    if (settings.features().page()) {
      file(router, "/");
      StaticFiles.PAGE.forEach(name -> file(router, "/ui/" + name));
      router.add(
          HttpMethod.GET,
          "/samples",
          true,
          (exchange, client, part) -> json(exchange, samples().listing()));
      router.add(
          HttpMethod.GET,
          "/samples/{part}.png",
          true,
          (exchange, client, part) -> sample(exchange, "image/png", samples().png(number(part))));
      router.add(
          HttpMethod.GET,
          "/samples/{part}.avi",
          true,
          (exchange, client, part) ->
              sample(
                  exchange,
                  "video/avi",
                  samples().avi(number(part)).orElseThrow(Routes::noSample)));
    }
    return router;
  }

  private static final String OK = "{\"status\":\"ok\"}";

  private void file(Router router, String path) {
    router.add(HttpMethod.GET, path, true, (exchange, client, part) -> files.send(exchange, path));
  }

  private int number(String part) throws RequestException {
    int number = part.matches("[0-9]{1,3}") ? Integer.parseInt(part) : 0;
    if (number < 1 || number > samples().count()) {
      throw noSample();
    }
    return number;
  }

  private static RequestException noSample() {
    return new RequestException(ErrorCode.ROUTE_NOT_FOUND, "There is no such sample.");
  }

  private static void sample(Exchange exchange, String type, byte[] content) {
    exchange.response().putHeader("Cache-Control", "no-cache");
    exchange.send(200, type, Buffer.buffer(content));
  }

  private Samples samples() throws RequestException {
    Samples ready = samples.get();
    if (ready == null) {
      throw loading();
    }
    return ready;
  }

  /** Ids of hubs have a slash, which some clients send as it is and others as %2F. */
  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  /** The model; refuses while it loads and once the server drains. */
  private Served loaded() throws RequestException {
    Served ready = served.get();
    if (ready == null) {
      throw loading();
    }
    if (ready.scheduler().isDraining()) {
      throw new RequestException(ErrorCode.DRAINING, "The server is shutting down.");
    }
    return ready;
  }

  private static RequestException loading() {
    return new RequestException(
        ErrorCode.LOADING, "The model is being loaded; try again in a moment.");
  }

  private static void json(Exchange exchange, String body) {
    exchange.send(200, Exchange.JSON, Buffer.buffer(body));
  }
}
