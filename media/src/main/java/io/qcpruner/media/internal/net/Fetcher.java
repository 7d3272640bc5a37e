package io.qcpruner.media.internal.net;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.Redacted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;

/**
 * Fetches an address into memory. Every hop of a redirect is checked: http or https only, no user
 * name, and a host all of whose addresses are public unless the limits say otherwise. The name is
 * looked up once, and the connection goes to an address that was checked.
 */
public final class Fetcher {

  private final MediaLimits limits;
  private final List<String> hosts;
  private final HostLookup lookup;

  public Fetcher(MediaLimits limits) {
    this(limits, List.of());
  }

  /**
   * @param hosts the only hosts that may be asked, redirects included; empty for all
   */
  public Fetcher(MediaLimits limits, List<String> hosts) {
    this(limits, hosts, InetAddress::getAllByName);
  }

  Fetcher(MediaLimits limits, List<String> hosts, HostLookup lookup) {
    this.limits = limits;
    this.hosts = List.copyOf(hosts);
    this.lookup = lookup;
  }

  /** The content of an address. */
  public byte[] fetch(URI address) throws MediaException {
    long end = System.nanoTime() + limits.maxDownloadTime().toNanos();
    String source = Redacted.address(address.toString());
    URI hop = address;
    for (int redirects = 0; redirects <= limits.maxRedirects(); redirects++) {
      PinnedExchange.Answer answer = get(source, hop, checked(source, hop), end);
      int status = answer.status();
      if (status == 200) {
        refuseCompressed(source, answer);
        return answer.body();
      }
      String location = answer.headers().getOrDefault("location", "");
      boolean redirect = status >= 301 && status <= 308 && status != 304 && !location.isEmpty();
      if (!redirect) {
        throw new MediaException(source, "the server answered with status " + status);
      }
      hop = resolve(source, hop, location);
    }
    throw new MediaException(source, "more than " + limits.maxRedirects() + " redirects");
  }

  /** We ask for no encoding; one that comes all the same could hide any length. */
  private static void refuseCompressed(String source, PinnedExchange.Answer answer)
      throws MediaException {
    String encoding = answer.headers().getOrDefault("content-encoding", "identity");
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

  /** The addresses of the hop's host, all of them allowed. */
  private InetAddress[] checked(String source, URI hop) throws MediaException {
    String scheme = hop.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw new MediaException(source, "only http and https addresses are fetched, not " + scheme);
    }
    if (hop.getHost() == null || hop.getRawUserInfo() != null) {
      throw new MediaException(source, "an address needs a host and no user name");
    }
    if (!hosts.isEmpty() && hosts.stream().noneMatch(hop.getHost()::equalsIgnoreCase)) {
      throw new MediaException(source, "host " + hop.getHost() + " is not on the list");
    }
    try {
      InetAddress[] all = lookup.all(hop.getHost());
      for (InetAddress address : all) {
        if (!limits.allowPrivateAddresses() && !PublicAddress.is(address)) {
          throw new MediaException(
              source, "host " + hop.getHost() + " is not on the public Internet");
        }
      }
      return all;
    } catch (UnknownHostException e) {
      throw new MediaException(source, "unknown host " + hop.getHost(), e);
    }
  }

  private PinnedExchange.Answer get(String source, URI hop, InetAddress[] addresses, long end)
      throws MediaException {
    PinnedExchange exchange = new PinnedExchange(source, end, limits.maxDownloadBytes());
    IOException last = null;
    for (InetAddress address : addresses) {
      try {
        return exchange.get(hop, address);
      } catch (MediaException e) {
        throw e;
      } catch (SocketTimeoutException e) {
        throw new MediaException(
            source, "no answer within " + limits.maxDownloadTime().toMillis() + " ms", e);
      } catch (ClosedByInterruptException e) {
        throw new MediaException(source, "fetching was interrupted", e);
      } catch (java.net.ConnectException e) {
        last = e; // a host may answer on its second address
      } catch (IOException e) {
        throw unreachable(source, e);
      }
    }
    throw unreachable(source, last);
  }

  private static MediaException unreachable(String source, IOException e) {
    return new MediaException(source, "cannot be fetched", e);
  }
}
