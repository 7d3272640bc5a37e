package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are almost HTTP get a status and a reason. */
@Timeout(60)
final class StrictRequestsTest extends FakeServerTestBase {
  private static final String HOST = "Host: 127.0.0.1\r\n";

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.2", "HTTP/2.0", "HTTP/3.7", "HTTP/0.9"})
  void otherVersionsAreRefusedWithAReason(String version) throws Exception {
    start();
    for (String body : List.of("", "Content-Length: 5\r\n")) {
      String reply = raw("POST /v1/chat/completions " + version + "\r\n" + HOST + body + "\r\n");
      assertEquals(505, status(reply), reply);
      assertTrue(reply.contains("\"code\":\"http_version\""), reply);
      assertTrue(reply.contains("This server speaks HTTP/1.1 and HTTP/1.0."), reply);
    }
  }

  @Test
  void headerWithoutANameIsRefused() throws Exception {
    start();
    String reply = raw("GET /live HTTP/1.1\r\n" + HOST + ": value\r\n\r\n");
    assertEquals(400, status(reply), reply);
    assertTrue(reply.contains("\"code\":\"invalid_http\""), reply);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz\r\n", "-5\r\nhello\r\n", "5\r\nhello\r\nxyz\r\n", "fffffffffff\r\n"})
  void chunkThatHasNoSizeIsRefusedAndLoggedAsSuch(String chunks) throws Exception {
    start();
    List<String> lines = new CopyOnWriteArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger("io.qcpruner.server");
    log.addHandler(listener);
    try {
      String reply =
          raw(
              "POST /v1/chat/completions HTTP/1.1\r\n"
                  + HOST
                  + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                  + chunks);
      assertEquals(400, status(reply), reply);
      assertTrue(reply.contains("\"code\":\"invalid_http\""), reply);
      server.close(); // all is logged by then
      server = null;
      assertTrue(
          lines.stream().anyMatch(line -> line.contains(" 400 invalid_http")), lines::toString);
      assertFalse(lines.stream().anyMatch(line -> line.contains("client gone")), lines::toString);
    } finally {
      log.removeHandler(listener);
    }
  }

  /** 0xC0 0xAF is an overlong "/": filters that look for the character miss it. */
  @Test
  void overlongFormsOfCharactersAreRefused() throws Exception {
    start();
    for (byte[] form :
        new byte[][] {
          {(byte) 0xC0, (byte) 0xAF},
          {(byte) 0xE0, (byte) 0x80, (byte) 0xAF},
          {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
          {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
          {(byte) 0x80},
          {(byte) 0xC3}
        }) {
      String text = new String(form, StandardCharsets.ISO_8859_1);
      String body = ASK.replace("hello", text);
      String reply = raw(RawClient.post("/v1/chat/completions", "", body));
      assertEquals(400, status(reply), reply);
      assertTrue(reply.contains("\"code\":\"invalid_json\""), reply);
    }
    String right =
        new String(
            "\u00e9\ud83d\ude00".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String whole = raw(RawClient.post("/v1/chat/completions", "", ASK.replace("hello", right)));
    assertEquals(200, status(whole), whole);
  }

  @Test
  void routesOfOtherApisNameTheOneThatServes() throws Exception {
    start();
    for (String path : List.of("/v1/completions", "/v1/responses")) {
      String reply = raw(RawClient.post(path, "", "{}"));
      assertEquals(404, status(reply), reply);
      assertTrue(reply.contains(path + " is not served here"), reply);
      assertTrue(reply.contains("POST /v1/chat/completions"), reply);
    }
  }
}
