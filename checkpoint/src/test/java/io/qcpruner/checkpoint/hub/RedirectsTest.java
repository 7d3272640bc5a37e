package io.qcpruner.checkpoint.hub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that sends the client on; /N asks for N redirects before the answer. */
class RedirectsTest {
  private static final String FIRST = "a".repeat(40);
  private static final String LATER = "b".repeat(64);

  private HttpServer server;
  private String target;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          int left = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
          if (left == 0 && target == null) {
            exchange.getResponseHeaders().set("ETag", '"' + LATER + '"');
            exchange.getResponseHeaders().set("X-Linked-Size", "9");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {1, 2});
          } else {
            if (left == 2) {
              exchange.getResponseHeaders().set("X-Linked-Etag", "W/\"" + FIRST + '"');
              exchange.getResponseHeaders().set("X-Linked-Size", "7");
            }
            String next = target == null ? "/" + (left - 1) : target;
            if (!next.isEmpty()) {
              exchange.getResponseHeaders().set("Location", next);
            }
            exchange.sendResponseHeaders(302, -1);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private HubClient.Answer get(String path) throws IOException {
    URI address = URI.create("http://localhost:" + server.getAddress().getPort());
    HubSettings settings =
        new HubSettings(
            address, Path.of("x"), null, false, 1, Duration.ofMillis(1), Duration.ofSeconds(30));
    HubClient client = new HubClient(settings);
    return client.get(client.address(path), 0);
  }

  /** The first checksum and size that are told hold. */
  @ParameterizedTest
  @CsvSource({"0,9,b,64", "1,9,b,64", "2,7,a,40", "8,7,a,40"})
  void redirectsAreFollowed(String path, long size, String letter, int times) throws IOException {
    try (HubClient.Answer answer = get(path)) {
      assertEquals(200, answer.status());
      assertEquals(size, answer.size());
      assertEquals(letter.repeat(times), answer.etag());
      assertArrayEquals(new byte[] {1, 2}, answer.body().readAllBytes());
    }
  }

  @Test
  void tooManyAreNot() {
    assertRefused("9", "/9: more than 8 redirects");
  }

  @ParameterizedTest
  @CsvSource({
    "'', a redirect to nowhere",
    "'http://a b/', a redirect to no address",
    "mailto:x, a redirect to mailto:x is refused"
  })
  void redirectsThatLeadNowhereAreNamed(String location, String message) {
    target = location;
    assertRefused("1", "/1: " + message);
  }

  private void assertRefused(String path, String end) {
    String message = assertThrows(HubException.class, () -> get(path)).getMessage();
    assertTrue(message.endsWith(end), message);
  }

  @Test
  void aBodyIsReadByteByByteAndClosed() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream two =
        new ByteArrayInputStream(new byte[] {(byte) 200, 0}) {
          @Override
          public void close() {
            closed.set(true);
          }
        };
    try (WatchedBody body = new WatchedBody(two, Duration.ofSeconds(30))) {
      assertEquals(200, body.read());
      assertEquals(0, body.read());
      assertEquals(-1, body.read());
      assertEquals(-1, body.read(new byte[3], 0, 3));
    }
    assertTrue(closed.get());
  }
}
