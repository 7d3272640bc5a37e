package io.qcpruner.media.internal.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Goldens;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.Redacted;
import io.qcpruner.media.reader.MediaReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A local server that behaves in every way a stranger's may. */
class FetcherTest {

  private static final MediaLimits OPEN =
      MediaLimits.DEFAULT.withPrivateAddresses(true).withBytes(1 << 20, 1 << 20, 1000);

  private final CountDownLatch release = new CountDownLatch(1);
  private ExecutorService threads;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    threads = Executors.newCachedThreadPool();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    switch (path) {
      case "/small" -> send(exchange, 200, new byte[] {1, 2, 3});
      case "/full" -> send(exchange, 200, new byte[1000]);
      case "/large" -> send(exchange, 200, new byte[1001]);
      case "/endless" -> {
        exchange.sendResponseHeaders(200, 0);
        while (release.getCount() > 0) {
          exchange.getResponseBody().write(new byte[100]);
        }
      }
      case "/cut" -> {
        exchange.sendResponseHeaders(200, 500);
        exchange.getResponseBody().write(new byte[10]);
        exchange.getResponseBody().flush();
        exchange.close();
      }
      case "/silent" -> await();
      case "/slow" -> {
        exchange.sendResponseHeaders(200, 500);
        exchange.getResponseBody().write(1);
        exchange.getResponseBody().flush();
        await();
      }
      case "/chunks" -> {
        exchange.sendResponseHeaders(200, 0);
        for (int i = 0; i < 3; i++) {
          exchange.getResponseBody().write(new byte[200]);
          exchange.getResponseBody().flush();
        }
        exchange.close();
      }
      case "/once" -> redirect(exchange, "small");
      case "/loop" -> redirect(exchange, "/loop");
      case "/file" -> redirect(exchange, "file:///etc/passwd");
      case "/broken" -> redirect(exchange, "http://[");
      case "/image" -> send(exchange, 200, Goldens.bytes("decode/two.gif"));
      default -> send(exchange, 404, "nothing here".getBytes());
    }
  }

  private void await() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    send(exchange, 302, new byte[1]);
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void fetchesWhatIsWithinTheLimit() throws Exception {
    assertArrayEquals(new byte[] {1, 2, 3}, new Fetcher(OPEN).fetch(address("/small")));
    assertEquals(1000, new Fetcher(OPEN).fetch(address("/full")).length);
    assertArrayEquals(new byte[] {1, 2, 3}, new Fetcher(OPEN).fetch(address("/once")));
  }

  @Test
  void decodesAnImageFromAnAddress() throws Exception {
    MediaSource source = MediaSource.parse(address("/image").toString());
    assertEquals(
        41,
        new MediaReader(OPEN.withBytes(9999, 9999, 9999)).image(source, AlphaPolicy.DROP).width());
  }

  @Test
  void refusesLargeAnswersDeclaredOrNot() {
    assertProblem("the answer is over 1000 bytes", "/large");
    assertProblem("the answer is over 1000 bytes", "/endless");
  }

  @Test
  void namesErrorsOfTheServer() {
    assertProblem("the server answered with status 404", "/missing");
    assertProblem("cannot be fetched", "/cut");
    assertProblem("more than 3 redirects", "/loop");
    assertProblem("redirect to a broken address", "/broken");
    assertProblem("only http and https addresses are fetched, not file", "/file");
  }

  @Test
  void doesNotWaitForEver() {
    MediaLimits hasty = OPEN.withTimes(Duration.ofMinutes(1), Duration.ofMillis(300));
    assertEquals("no answer within 300 ms", problem(hasty, address("/silent")));
    assertEquals("no answer within 300 ms", problem(hasty, address("/slow")));
  }

  @Test
  void refusesTheOwnMachineAndNetworkUnlessToldOtherwise() {
    MediaLimits strict = OPEN.withPrivateAddresses(false);
    assertEquals(
        "host 127.0.0.1 is not on the public Internet",
        problem(
            strict, URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/small")));
    for (String host :
        new String[] {"[::1]", "10.0.0.1", "169.254.169.254", "0.0.0.0", "[fd00::1]"}) {
      assertEquals(
          "host " + host + " is not on the public Internet",
          problem(strict, URI.create("http://" + host + "/")));
    }
    assertEquals(
        "an address needs a host and no user name",
        problem(strict, URI.create("http://user@93.184.216.34/")));
    assertEquals(
        "only http and https addresses are fetched, not ftp",
        problem(strict, URI.create("ftp://93.184.216.34/")));
  }

  @Test
  void nameIsLookedUpOnceAndTheCheckedAddressIsCalled() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    // a name server that gives the true address first and another one to whoever asks again
    HostLookup twoFaced =
        host ->
            new InetAddress[] {
              lookups.getAndIncrement() == 0
                  ? InetAddress.getLoopbackAddress()
                  : InetAddress.getByName("192.0.2.1")
            };
    URI address = URI.create("http://pictures.test:" + server.getAddress().getPort() + "/small");
    assertArrayEquals(new byte[] {1, 2, 3}, new Fetcher(OPEN, List.of(), twoFaced).fetch(address));
    assertEquals(1, lookups.get());
    HostLookup inside = host -> new InetAddress[] {InetAddress.getByName("10.1.2.3")};
    MediaLimits strict = OPEN.withPrivateAddresses(false);
    MediaException refused =
        assertThrows(
            MediaException.class, () -> new Fetcher(strict, List.of(), inside).fetch(address));
    assertEquals("host pictures.test is not on the public Internet", refused.problem());
  }

  @Test
  void credentialsAreNeverShown() {
    for (String text :
        new String[] {
          "http://user:secret@93.184.216.34/a", "http://93.184.216.34:1/a?token=secret",
          "http://user:secret@ho st/", "http://localhost:1/a#secret"
        }) {
      MediaLimits hasty = OPEN.withTimes(Duration.ofMinutes(1), Duration.ofMillis(300));
      MediaException e =
          assertThrows(
              MediaException.class,
              () -> new MediaReader(hasty).image(MediaSource.parse(text), AlphaPolicy.DROP));
      assertTrue(!e.getMessage().contains("secret"), e.getMessage());
    }
  }

  @Test
  void chunkedAnswersAreReadWithinTheLimit() throws Exception {
    assertEquals(600, new Fetcher(OPEN).fetch(address("/chunks")).length);
  }

  private void assertProblem(String problem, String path) {
    assertEquals(problem, problem(OPEN, address(path)));
  }

  private static String problem(MediaLimits limits, URI address) {
    MediaException e = assertThrows(MediaException.class, () -> new Fetcher(limits).fetch(address));
    assertEquals(Redacted.address(address.toString()), e.source());
    return e.problem();
  }

  private URI address(String path) {
    return URI.create("http://localhost:" + server.getAddress().getPort() + path);
  }
}
