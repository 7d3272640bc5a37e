package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * HTTP requests to a hub. Redirects are followed by hand: the checksum of a large file is in the
 * answer that redirects, and the access token must not travel to another host.
 */
final class HubClient {
  private static final int MAX_REDIRECTS = 8;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);
  // the time to the first byte; a transfer itself may take hours
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final HubSettings settings;
  private final HttpClient http =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  HubClient(HubSettings settings) {
    this.settings = settings;
  }

  /**
   * An answer after all redirects.
   *
   * @param etag checksum of the whole file, from the hub itself if it gives one
   * @param size bytes of the whole file, -1 if unknown
   */
  record Answer(int status, HttpHeaders headers, InputStream body, String etag, long size)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  URI address(String path) {
    return URI.create(settings.endpoint() + "/" + path);
  }

  /**
   * A GET from a byte offset on; 0 asks for everything. An answer that asks to come back later is a
   * plain IOException, so that the caller does.
   */
  Answer get(URI address, long from) throws IOException {
    return request(address, "GET", from);
  }

  Answer head(URI address) throws IOException {
    return request(address, "HEAD", 0);
  }

  private Answer request(URI address, String method, long from) throws IOException {
    URI here = address;
    String etag = null;
    long size = -1;
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      HttpResponse<InputStream> response = send(here, method, from);
      HttpHeaders headers = response.headers();
      etag = etag != null ? etag : checksum(headers).orElse(null);
      size = size >= 0 ? size : headers.firstValueAsLong("x-linked-size").orElse(-1);
      if (response.statusCode() >= 500 || response.statusCode() == 429) {
        response.body().close();
        throw new IOException(here.getHost() + " answers with status " + response.statusCode());
      }
      if (response.statusCode() / 100 != 3) {
        InputStream body = new WatchedBody(response.body(), settings.stall());
        return new Answer(response.statusCode(), headers, body, etag, size);
      }
      response.body().close();
      here = redirect(here, headers);
    }
    throw new HubException(
        HubSettings.shown(address) + ": more than " + MAX_REDIRECTS + " redirects");
  }

  private HttpResponse<InputStream> send(URI address, String method, long from) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(ANSWER_TIMEOUT)
            .header("User-Agent", "qcpruner")
            // sizes and ranges must count the file's own bytes
            .header("Accept-Encoding", "identity");
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    boolean home = settings.endpoint().getAuthority().equals(address.getAuthority());
    if (settings.token() != null && home) {
      request.header("Authorization", "Bearer " + settings.token());
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw UnreachableHubException.named(address, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HubException("interrupted while waiting for " + address.getHost(), e);
    }
  }

  /** The hub's own checksum of a large file, or of a small one that it sends itself. */
  private static Optional<String> checksum(HttpHeaders headers) {
    return headers
        .firstValue("x-linked-etag")
        .or(() -> headers.firstValue("etag"))
        .map(value -> value.replaceFirst("^W/", "").replace("\"", ""))
        .filter(value -> value.matches("[0-9a-f]{40}|[0-9a-f]{64}"));
  }

  private static URI redirect(URI from, HttpHeaders headers) throws HubException {
    String target =
        headers
            .firstValue("location")
            .orElseThrow(
                () -> new HubException(HubSettings.shown(from) + ": a redirect to nowhere"));
    URI next;
    try {
      next = from.resolve(target);
    } catch (IllegalArgumentException e) {
      throw new HubException(HubSettings.shown(from) + ": a redirect to no address", e);
    }
    boolean downgrade = "https".equals(from.getScheme()) && !"https".equals(next.getScheme());
    if (downgrade || next.getHost() == null) {
      throw new HubException(
          HubSettings.shown(from) + ": a redirect to " + HubSettings.shown(next) + " is refused");
    }
    return next;
  }
}
