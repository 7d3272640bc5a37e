package io.qcpruner.server.http;

import static io.qcpruner.server.http.AdvisoryServer.code;
import static io.qcpruner.server.http.AdvisoryServer.withUrl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.local.LocalChatEngine;
import io.qcpruner.server.local.LocalSettings;
import io.qcpruner.server.sample.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Published advisories of other servers about addresses of pictures; the numbers are those of
 * docs/server-security.md.
 */
@Timeout(240)
final class AddressAdvisoryTest {
  private static AdvisoryServer server;
  private static EmbeddedServer fetching;

  @BeforeAll
  static void start() throws IOException {
    server = new AdvisoryServer();
    Settings remote = new Settings();
    remote.mediaUrls = true;
    fetching = new EmbeddedServer(remote.build());
  }

  @AfterAll
  static void stop() {
    server.close();
    fetching.close();
  }

  private static HttpResponse<String> fetch(String url) throws Exception {
    return fetching.post(withUrl(url).toString());
  }

  @Test
  void a1AddressesAreOffAndNeverPrivate() throws Exception {
    assertEquals("remote_media_disabled", code(server.post(withUrl("http://example.com/x.png"))));
    for (String url :
        List.of(
            "http://169.254.169.254/latest/meta-data/",
            "http://127.0.0.1:" + fetching.server().port() + "/samples/1.png",
            "http://[::1]:80/x.png",
            "http://localhost/x.png",
            "http://0.0.0.0/x.png",
            "http://2130706433/x.png",
            "http://[::ffff:127.0.0.1]/x.png")) {
      HttpResponse<String> reply = fetch(url);
      assertTrue(reply.statusCode() == 422 || reply.statusCode() == 400, url + reply.body());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com\\@127.0.0.1/",
        "http://example.com@127.0.0.1/",
        "http://example.com#@127.0.0.1\\/",
        "file:///etc/passwd",
        "http:/127.0.0.1/x"
      })
  void a2OneParserForCheckAndFetch(String url) throws Exception {
    HttpResponse<String> reply = fetch(url);
    assertTrue(reply.statusCode() == 400 || reply.statusCode() == 422, reply.body());
    assertFalse(reply.body().contains("root:"));
  }

  @Test
  void a1RedirectsAreCheckedAtEveryHop() throws Exception {
    HttpServer stranger =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] picture = new Samples().png(1);
    stranger.createContext(
        "/",
        exchange -> {
          switch (exchange.getRequestURI().getPath()) {
            case "/ok.png" -> {
              exchange.sendResponseHeaders(200, picture.length);
              exchange.getResponseBody().write(picture);
            }
            case "/zip.png" -> {
              exchange.getResponseHeaders().add("Content-Encoding", "gzip");
              exchange.sendResponseHeaders(200, picture.length);
              exchange.getResponseBody().write(picture);
            }
            default -> {
              exchange.getResponseHeaders().add("Location", "http://other.invalid/x.png");
              exchange.sendResponseHeaders(302, -1);
            }
          }
          exchange.close();
        });
    stranger.start();
    // private addresses are allowed here so that a local server can play the stranger
    try (EmbeddedServer open = fetchingFrom(List.of("127.0.0.1"), true)) {
      String origin = "http://127.0.0.1:" + stranger.getAddress().getPort();
      assertEquals(200, open.post(withUrl(origin + "/ok.png").toString()).statusCode());
      for (String path : List.of("/away", "/zip.png")) {
        HttpResponse<String> refused = open.post(withUrl(origin + path).toString());
        assertEquals(422, refused.statusCode(), path);
        assertEquals("media_fetch_failed", code(refused));
      }
      HttpResponse<String> foreign = open.post(withUrl("http://localhost:1/x.png").toString());
      assertEquals(422, foreign.statusCode());
    } finally {
      stranger.stop(0);
    }
  }

  /** A host that the operator names is no reason to call into the operator's network. */
  @Test
  void a1ANamedHostInsideANetworkStaysRefused() throws Exception {
    AtomicInteger called = new AtomicInteger();
    HttpServer inside =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    inside.createContext(
        "/",
        exchange -> {
          called.incrementAndGet();
          exchange.close();
        });
    inside.start();
    try (EmbeddedServer named = fetchingFrom(List.of("127.0.0.1", "localhost"), false)) {
      for (String host : List.of("127.0.0.1", "localhost")) {
        String url = "http://" + host + ":" + inside.getAddress().getPort() + "/x.png";
        HttpResponse<String> refused = named.post(withUrl(url).toString());
        assertEquals(422, refused.statusCode(), refused.body());
        assertEquals("media_fetch_failed", code(refused));
      }
      assertEquals(0, called.get());
    } finally {
      inside.stop(0);
    }
  }

  private static EmbeddedServer fetchingFrom(List<String> domains, boolean privateAddresses)
      throws IOException {
    Settings settings = new Settings();
    settings.mediaUrls = true;
    LocalSettings local =
        new LocalSettings(
            "embedded",
            "0",
            "stored",
            0,
            0,
            domains,
            List.of(),
            ModelNote.NONE,
            LocalSettings.LIMITS.withPrivateAddresses(privateAddresses));
    return new EmbeddedServer(
        settings.build(), () -> new LocalChatEngine(PocketModel.open(), local));
  }
}
