package io.qcpruner.server.http;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much may be sent, how slowly, and over how many connections. */
@Timeout(60)
final class RequestLimitsTest extends FakeServerTestBase {
  // A13: sizes

  @Test
  void a13ADeclaredLengthIsRefusedBeforeTheBody() throws Exception {
    start();
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    assertEquals(413, status(raw(head + "Content-Length: 1000000000\r\n\r\n{")));
    int huge = status(raw(head + "Content-Length: 99999999999999999999\r\n\r\n{"));
    assertTrue(huge == 413 || huge == 400, "" + huge);
    String part = "1000\r\n" + " ".repeat(4096) + "\r\n";
    try (RawClient client = new RawClient(server.server().port())) {
      client.send(head + "Transfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 260; i++) {
        client.send(part);
      }
      assertEquals(413, client.status());
    }
  }

  @Test
  void aBodyAtTheLimitIsRead() throws Exception {
    settings.maxBody = 2000;
    start();
    String fits = ASK + " ".repeat(2000 - ASK.length());
    assertEquals(200, server.post(fits).statusCode());
    assertEquals(413, server.post(fits + " ").statusCode());
  }

  @Test
  void a13HeadersAndLinesHaveLimits() throws Exception {
    start();
    String host = "Host: 127.0.0.1\r\nConnection: close\r\n";
    assertEquals(
        200, status(raw("GET /live?" + "x".repeat(4077) + " HTTP/1.1\r\n" + host + "\r\n")));
    assertEquals(
        431, status(raw("GET /live?" + "x".repeat(4078) + " HTTP/1.1\r\n" + host + "\r\n")));
    String header = "X-Long: " + "x".repeat(1000) + "\r\n";
    assertEquals(200, status(raw("GET /live HTTP/1.1\r\n" + host + header.repeat(15) + "\r\n")));
    assertEquals(431, status(raw("GET /live HTTP/1.1\r\n" + host + header.repeat(17) + "\r\n")));
  }

  /** A reply that is followed by a reset is lost now and then, so it is tried many times. */
  @Test
  void whoSendsTooMuchCanStillReadWhy() throws Exception {
    start();
    String endless = "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + "x".repeat(1 << 20);
    for (int i = 0; i < 50; i++) {
      try (RawClient client = new RawClient(server.server().port())) {
        client.sendUntilAnswered(endless);
        assertEquals(431, client.status());
      }
    }
  }

  @Test
  void a21CompressedBodiesAreRefused() throws Exception {
    start();
    assertEquals(415, status(raw(post("Content-Encoding: gzip\r\n"))));
  }

  // slow clients

  @Test
  void slowBodiesAndHeadersEnd() throws Exception {
    settings.timeouts =
        new Timeouts(
            Duration.ofMillis(200),
            Duration.ofMillis(600),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));
    start();
    try (RawClient stalled = new RawClient(server.server().port())) {
      stalled.send(
          "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
              + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
      assertEquals(408, stalled.status());
    }
    try (RawClient headers = new RawClient(server.server().port())) {
      headers.send("GET /live HTTP/1.1\r\nHost: 127");
      assertEquals("", headers.read(""));
    }
    assertEquals(200, server.get("/live").statusCode());
  }

  @Test
  void aBodyThatComesSlowlyButComesIsRead() throws Exception {
    settings.timeouts =
        new Timeouts(
            Duration.ofSeconds(2),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));
    start();
    try (RawClient slow = new RawClient(server.server().port())) {
      String request = post("");
      for (int at = 0; at < request.length(); at += 40) {
        slow.send(request.substring(at, Math.min(request.length(), at + 40)));
        Thread.sleep(20);
      }
      assertEquals(200, slow.status());
    }
  }

  @Test
  void eightLargeBodiesAreReadAtATime() throws Exception {
    settings.maxBody = 4 << 20;
    start();
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Content-Type: application/json\r\nContent-Length: ";
    int length = (1 << 20) + 1;
    java.util.List<RawClient> open = new java.util.ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        RawClient client = new RawClient(server.server().port());
        open.add(client);
        client.send(head + length + "\r\nExpect: 100-continue\r\n\r\n");
        assertEquals(100, client.status());
      }
      try (RawClient ninth = new RawClient(server.server().port())) {
        String reply = ninth.send(head + length + "\r\n\r\n{").read("}}");
        assertEquals(503, status(reply));
        assertTrue(reply.toLowerCase(java.util.Locale.ROOT).contains("retry-after"), reply);
      }
      assertEquals(200, server.post(ASK).statusCode());
      RawClient first = open.get(0);
      first.send(ASK + " ".repeat(length - ASK.length()));
      assertEquals(200, first.status());
      try (RawClient next = new RawClient(server.server().port())) {
        next.send(head + length + "\r\nExpect: 100-continue\r\n\r\n");
        assertEquals(100, next.status());
      }
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
  }

  @Test
  void tooManyConnectionsAreClosed() throws Exception {
    start();
    java.util.List<RawClient> open = new java.util.ArrayList<>();
    try {
      for (int i = 0; i < Connections.MOST; i++) {
        RawClient client = new RawClient(server.server().port());
        open.add(client);
        client.send("GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        assertEquals(200, client.status());
      }
      try (RawClient more = new RawClient(server.server().port())) {
        more.send(get("127.0.0.1"));
        String reply;
        try {
          reply = more.read("");
        } catch (java.io.IOException e) {
          reply = "";
        }
        assertEquals("", reply);
      }
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
    HttpClient fresh = HttpClient.newHttpClient();
    HttpRequest live = HttpRequest.newBuilder(URI.create(server.origin() + "/live")).build();
    until(
        "the server answers again",
        () -> {
          try {
            return fresh.send(live, BodyHandlers.ofString()).statusCode() == 200;
          } catch (IOException e) {
            return false; // still full
          }
        });
  }
}
