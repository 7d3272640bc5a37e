package io.qcpruner.media.net;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches an address into memory. Every hop of a redirect is checked: http or https only, no user
 * name, and a host all of whose addresses are public unless the limits say otherwise.
 *
 * <p>The host is looked up here and again by the client; the cache of the Java runtime (30 seconds
 * unless configured otherwise) gives both the same answer, so a name cannot change in between.
 */
public final class Fetcher {

  private final MediaLimits limits;
  private final List<String> hosts;
  private final HttpClient client;

  public Fetcher(MediaLimits limits) {
    this(limits, List.of());
  }

  /**
   * @param hosts the only hosts that may be asked, redirects included; empty for all
   */
  public Fetcher(MediaLimits limits, List<String> hosts) {
    this.limits = limits;
    this.hosts = List.copyOf(hosts);
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limits.maxDownloadTime())
            .build();
  }

  /** The content of an address. */
  public byte[] fetch(URI address) throws MediaException {
    long end = System.nanoTime() + limits.maxDownloadTime().toNanos();
    String source = address.toString();
    URI hop = address;
    for (int redirects = 0; redirects <= limits.maxRedirects(); redirects++) {
      check(source, hop);
      HttpResponse<byte[]> response = get(source, hop, end);
      int status = response.statusCode();
      if (status == 200) {
        refuseCompressed(source, response);
        return response.body();
      }
      String location = response.headers().firstValue("Location").orElse("");
      boolean redirect = status >= 301 && status <= 308 && status != 304 && !location.isEmpty();
      if (!redirect) {
        throw new MediaException(source, "the server answered with status " + status);
      }
      hop = resolve(source, hop, location);
    }
    throw new MediaException(source, "more than " + limits.maxRedirects() + " redirects");
  }

  /** We ask for no encoding; one that comes all the same could hide any length. */
  private static void refuseCompressed(String source, HttpResponse<byte[]> response)
      throws MediaException {
    String encoding = response.headers().firstValue("Content-Encoding").orElse("identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      throw new MediaException(source, "the answer is compressed");
    }
  }

  private static URI resolve(String source, URI hop, String location) throws MediaException {
    try {
      return hop.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new MediaException(source, "redirect to a broken address", e);
    }
  }

  private void check(String source, URI hop) throws MediaException {
    String scheme = hop.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw new MediaException(source, "only http and https addresses are fetched, not " + scheme);
    }
    if (hop.getHost() == null || hop.getUserInfo() != null) {
      throw new MediaException(source, "an address needs a host and no user name");
    }
    if (!hosts.isEmpty() && hosts.stream().noneMatch(hop.getHost()::equalsIgnoreCase)) {
      throw new MediaException(source, "host " + hop.getHost() + " is not on the list");
    }
    if (limits.allowPrivateAddresses()) {
      return;
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(hop.getHost())) {
        if (!PublicAddress.is(address)) {
          throw new MediaException(
              source, "host " + hop.getHost() + " is not on the public Internet");
        }
      }
    } catch (UnknownHostException e) {
      throw new MediaException(source, "unknown host " + hop.getHost(), e);
    }
  }

  private HttpResponse<byte[]> get(String source, URI hop, long end) throws MediaException {
    HttpRequest request = HttpRequest.newBuilder(hop).GET().build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request,
            info -> {
              // of errors and redirects only the head matters
              long limit = info.statusCode() == 200 ? limits.maxDownloadBytes() : 1 << 16;
              long declared = info.headers().firstValueAsLong("Content-Length").orElse(0);
              return new LimitedBody(source, limit, declared);
            });
    try {
      return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new MediaException(
          source, "no answer within " + limits.maxDownloadTime().toMillis() + " ms", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MediaException problem) {
        throw problem;
      }
      throw new MediaException(source, "cannot be fetched", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MediaException(source, "fetching was interrupted", e);
    } finally {
      answer.cancel(true);
    }
  }
}
