package io.qcpruner.server.http;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the route of a request. A route needs a key unless it says that it is open. */
final class Router {

  /** Answers a request on its event loop. */
  interface Handler {
    /**
     * @param client who asks; null on open routes
     * @param part the variable part of the path; empty without one
     */
    void handle(Exchange exchange, String client, String part) throws RequestException;
  }

  /** A method and path. */
  record Route(HttpMethod method, Pattern path, boolean open, Handler handler) {}

  /** OpenAI's other routes to a language model. */
  private static final Set<String> ELSEWHERE =
      Set.of("/v1/completions", "/v1/responses", "/chat/completions", "/completions");

  private final List<Route> routes = new ArrayList<>();

  /**
   * @param path literal, with at most one {@code {part}} or, where it may have slashes, {@code
   *     {rest}}
   */
  void add(HttpMethod method, String path, boolean open, Handler handler) {
    String pattern =
        path.replaceAll("[.]", "\\\\.")
            .replaceAll("\\{part}", "([^/]{1,256})")
            .replaceAll("\\{rest}", "(.{1,256})");
    routes.add(new Route(method, Pattern.compile(pattern), open, handler));
  }

  /** HEAD is GET whose body the response leaves out. */
  private static boolean serves(Route route, HttpMethod method) {
    return route.method.equals(method)
        || method.equals(HttpMethod.HEAD) && route.method.equals(HttpMethod.GET);
  }

  void route(Exchange exchange, Gate gate) throws RequestException {
    String path = exchange.request().path();
    HttpMethod method = exchange.request().method();
    List<String> allowed = new ArrayList<>();
    for (Route route : routes) {
      Matcher match = route.path.matcher(path == null ? "" : path);
      if (match.matches()) {
        if (serves(route, method)) {
          String client = route.open ? null : gate.client(exchange.request());
          route.handler.handle(exchange, client, match.groupCount() > 0 ? match.group(1) : "");
          return;
        }
        allowed.add(route.method.name());
      }
    }
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    if (allowed.isEmpty()) {
      throw new RequestException(
          ErrorCode.ROUTE_NOT_FOUND,
          ELSEWHERE.contains(path)
              ? path + " is not served here; send messages to POST /v1/chat/completions."
              : "There is no such path.");
    }
    String names = String.join(", ", allowed);
    exchange.response().putHeader("Allow", names);
    throw new RequestException(
        ErrorCode.METHOD_NOT_ALLOWED, "This path answers to " + names + " only.");
  }
}
