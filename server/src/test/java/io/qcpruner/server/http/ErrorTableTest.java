package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Refusals before a request is read: status, type, code and the headers that belong to them. */
@Timeout(60)
final class ErrorTableTest extends FakeServerTestBase {
  private static final String JSON = "content-type: application/json; charset=utf-8\r\n";
  private static final String CLOSE = "connection: close\r\n";

  private void refused(String request, int status, String type, String code, String header)
      throws Exception {
    String reply = raw(request);
    assertEquals(status, status(reply), reply);
    int body = reply.indexOf("\r\n\r\n");
    String head = reply.substring(0, body + 2).toLowerCase(Locale.ROOT);
    assertTrue(head.contains(JSON), reply);
    assertTrue(head.contains(header), reply);
    JsonNode error = new ObjectMapper().readTree(reply.substring(body)).get("error");
    assertEquals(type, error.get("type").asText());
    assertEquals(code, error.get("code").asText());
    assertTrue(error.get("param").isNull());
    assertTrue(error.get("message").asText().endsWith("."), reply);
  }

  @Test
  void whoAndWhere() throws Exception {
    settings.access = new Access(ApiKeys.of(List.of("right")), List.of(), List.of());
    start();
    String host = "Host: 127.0.0.1\r\n";
    String get = "GET /v1/models HTTP/1.1\r\n";
    refused(
        get + host + "\r\n",
        401,
        "authentication_error",
        "invalid_api_key",
        "www-authenticate: bearer\r\n");
    refused(get + "Host: evil.example\r\n\r\n", 403, "permission_error", "host_not_allowed", "");
    refused(
        post("Origin: https://evil.example\r\n"),
        403,
        "permission_error",
        "origin_not_allowed",
        CLOSE);
    refused(
        "GET /nothing HTTP/1.1\r\n" + host + "\r\n", 404, "not_found_error", "route_not_found", "");
    refused(
        "DELETE /v1/models HTTP/1.1\r\n" + host + "\r\n",
        405,
        "not_found_error",
        "method_not_allowed",
        "allow: get, head\r\n");
  }

  @Test
  void whatAndHowMuch() throws Exception {
    start();
    String invalid = "invalid_request_error";
    refused("nonsense\r\n\r\n", 400, invalid, "invalid_http", CLOSE);
    String plain = post("").replace("application/json", "text/plain");
    refused(plain, 415, invalid, "content_type", CLOSE);
    String large = post("").replaceAll("Content-Length: \\d+", "Content-Length: 1000000000");
    refused(large, 413, invalid, "body_too_large", CLOSE);
    String header = "X-Long: " + "x".repeat(17_000) + "\r\n";
    refused(
        "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n",
        431,
        invalid,
        "headers_too_large",
        CLOSE);
  }

  @Test
  void howSlowly() throws Exception {
    settings.timeouts =
        new Timeouts(
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));
    start();
    String unfinished = post("").replaceAll("Content-Length: \\d+", "Content-Length: 5000");
    refused(unfinished, 408, "timeout_error", "slow_request", CLOSE);
  }
}
