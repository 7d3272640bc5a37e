package io.qcpruner.server.http;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decides who may come in: by the name that was called, the site that calls, and the key. */
final class Gate {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.]{2,45}]");
  private static final Pattern AUTHORITY =
      Pattern.compile("([^:/?#@\\s]+|\\[[^\\]]+])(:\\d{1,5})?");
  private static final Pattern HEADER_NAMES =
      Pattern.compile("[A-Za-z0-9_-]+( ?, ?[A-Za-z0-9_-]+){0,63}");
  private static final String BEARER = "Bearer ";

  private final Access access;

  Gate(Access access) {
    this.access = access;
  }

  /** A page that rebinds its name to this machine must use a name; we know ours. */
  void checkHost(HttpServerRequest request) throws RequestException {
    List<String> hosts = request.headers().getAll("Host");
    String host = hosts.size() == 1 ? hosts.get(0) : "";
    var parts = AUTHORITY.matcher(host);
    if (parts.matches()) {
      String name = parts.group(1).toLowerCase(Locale.ROOT);
      boolean known =
          IPV4.matcher(name).matches()
              || IPV6.matcher(name).matches()
              || name.equals("localhost")
              || access.hostNames().stream().anyMatch(name::equalsIgnoreCase);
      if (known) {
        return;
      }
    }
    throw new RequestException(
        ErrorCode.HOST_NOT_ALLOWED,
        "Call this server by its address, as localhost, or by a name it was started with"
            + " (--host-name).");
  }

  /** Scripts of other sites may read nothing and send nothing. */
  void checkOrigin(HttpServerRequest request) throws RequestException {
    String origin = request.getHeader("Origin");
    if (origin == null || request.method() == HttpMethod.GET || isAllowed(request, origin)) {
      return;
    }
    throw new RequestException(
        ErrorCode.ORIGIN_NOT_ALLOWED,
        "Scripts of other sites may not call this server; allow one with --cors-origin.");
  }

  /** The origin that may read replies, if it is one of the configured ones. */
  Optional<String> corsOrigin(HttpServerRequest request) {
    String origin = request.getHeader("Origin");
    return Optional.ofNullable(origin).filter(access.corsOrigins()::contains);
  }

  /** Headers that an allowed site may send: those it asks for, as clients add their own. */
  String corsHeaders(HttpServerRequest request) {
    String asked = request.getHeader("Access-Control-Request-Headers");
    return asked != null && HEADER_NAMES.matcher(asked).matches()
        ? asked
        : "Authorization, Content-Type";
  }

  private boolean isAllowed(HttpServerRequest request, String origin) {
    if (access.corsOrigins().contains(origin)) {
      return true;
    }
    String host = request.getHeader("Host");
    return origin.equals("http://" + host) || origin.equals("https://" + host);
  }

  /** Who asks: the key's number, or the address where no keys exist. */
  String client(HttpServerRequest request) throws RequestException {
    if (access.keys().isEmpty()) {
      return "address " + request.remoteAddress().hostAddress();
    }
    String header = request.getHeader("Authorization");
    if (header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      Optional<Integer> key = access.keys().find(header.substring(BEARER.length()).strip());
      if (key.isPresent()) {
        return "key " + key.get();
      }
    }
    throw new RequestException(
        ErrorCode.INVALID_API_KEY, "Send a valid key as Authorization: Bearer KEY.");
  }
}
