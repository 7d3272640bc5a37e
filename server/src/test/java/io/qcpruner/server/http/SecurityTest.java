package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call, from where, and what is told; no model is needed for any of it. */
@Timeout(60)
final class SecurityTest extends FakeServerTestBase {
  // open to the network; routes without a check

  @Test
  void everyRouteNeedsTheKeyUnlessItIsListedAsOpen() throws Exception {
    settings.access = new Access(ApiKeys.of(List.of("right")), List.of(), List.of());
    start();
    JsonNode spec = new YAMLMapper().readTree(server.get("/openapi.yaml").body());
    int closed = 0;
    for (Map.Entry<String, JsonNode> path : spec.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        boolean open = operation.getValue().path("security").isArray();
        String address = path.getKey().replace("{id}", "fake").replace("{n}", "1");
        HttpRequest.Builder request =
            HttpRequest.newBuilder(URI.create(server.origin() + address))
                .header("Content-Type", "application/json")
                .method(
                    operation.getKey().toUpperCase(java.util.Locale.ROOT),
                    operation.getKey().equals("post")
                        ? HttpRequest.BodyPublishers.ofString(ASK)
                        : HttpRequest.BodyPublishers.noBody());
        HttpResponse<String> without =
            server.client().send(request.build(), BodyHandlers.ofString());
        assertEquals(open ? 200 : 401, without.statusCode(), address);
        HttpResponse<String> with =
            server
                .client()
                .send(
                    request.header("Authorization", "Bearer right").build(),
                    BodyHandlers.ofString());
        assertEquals(200, with.statusCode(), address);
        closed += open ? 0 : 1;
      }
    }
    assertEquals(5, closed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer wrong", "Basic right", "right"})
  void wrongKeys(String header) throws Exception {
    settings.access = new Access(ApiKeys.of(List.of("right", "other")), List.of(), List.of());
    start();
    HttpRequest.Builder request = server.chat(ASK);
    if (!header.isEmpty()) {
      request.header("Authorization", header);
    }
    HttpResponse<String> reply = server.client().send(request.build(), BodyHandlers.ofString());
    assertEquals(401, reply.statusCode());
    assertEquals("Bearer", reply.headers().firstValue("WWW-Authenticate").orElse(""));
    assertFalse(reply.body().contains("right"));
  }

  @Test
  void keysAreComparedAsDigests() {
    ApiKeys keys = ApiKeys.ofLines(List.of("# comment", "", " one ", "two"));
    assertEquals(0, keys.find("one").orElseThrow());
    assertEquals(1, keys.find("two").orElseThrow());
    assertTrue(keys.find("# comment").isEmpty());
    assertTrue(keys.find("on").isEmpty());
    assertTrue(keys.find("onee").isEmpty());
  }

  // other sites' scripts

  @Test
  void foreignOriginsAndSimpleRequests() throws Exception {
    settings.access = new Access(ApiKeys.NONE, List.of("https://ok.example"), List.of());
    start();
    assertEquals(403, status(raw(post("Origin: http://evil.example\r\n"))));
    assertEquals(403, status(raw(post("Origin: null\r\n"))));
    assertEquals(200, status(raw(post("Origin: http://127.0.0.1\r\n"))));
    String allowed = raw(post("Origin: https://ok.example\r\n"));
    assertEquals(200, status(allowed));
    assertTrue(allowed.contains("Access-Control-Allow-Origin: https://ok.example"), allowed);
    HttpRequest simple =
        HttpRequest.newBuilder(URI.create(server.origin() + "/v1/chat/completions"))
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString(ASK))
            .build();
    assertEquals(415, server.client().send(simple, BodyHandlers.ofString()).statusCode());
    String plain = raw(get("127.0.0.1"));
    assertFalse(plain.contains("Access-Control"), plain);
    String preflight =
        raw(
            "OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Origin: http://evil.example\r\nConnection: close\r\n\r\n");
    assertEquals(403, status(preflight));
  }

  /** Clients in browsers add headers of their own, and read ours only where they are told to. */
  @Test
  void allowedSitesMaySendAndReadHeaders() throws Exception {
    settings.access =
        new Access(ApiKeys.of(List.of("right")), List.of("https://ok.example"), List.of());
    start();
    String ask =
        "OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            + "Origin: https://ok.example\r\nAccess-Control-Request-Method: POST\r\n"
            + "Access-Control-Request-Headers: ";
    String allowed = raw(ask + "authorization,content-type,x-stainless-os\r\n\r\n");
    assertEquals(204, status(allowed));
    assertTrue(
        allowed.contains(
            "Access-Control-Allow-Headers: authorization,content-type,x-stainless-os\r\n"),
        allowed);
    assertTrue(allowed.contains("Access-Control-Allow-Methods: GET, POST\r\n"), allowed);
    String odd = raw(ask + "a;b\r\n\r\n");
    assertTrue(odd.contains("Access-Control-Allow-Headers: Authorization, Content-Type\r\n"), odd);
    String reply = raw(post("Origin: https://ok.example\r\n"));
    assertEquals(401, status(reply));
    assertTrue(reply.contains("Access-Control-Expose-Headers: x-request-id, x-pruning-"), reply);
  }

  // A20, A14: rebinding and host tricks

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 200",
    "127.0.0.1:8080, 200",
    "localhost:80, 200",
    "[::1]:80, 200",
    "good.example, 200",
    "evil.example, 403",
    "127.0.0.1.evil.example, 403",
    "x/health?, 403",
    "user@127.0.0.1, 403",
  })
  void hosts(String host, int expected) throws Exception {
    settings.access = new Access(ApiKeys.NONE, List.of(), List.of("good.example"));
    start();
    int got = status(raw(get(host)));
    assertTrue(got == expected || expected == 403 && got == 400, host + ": " + got);
  }

  @Test
  void a14AHostThatLooksLikeAnOpenRouteOpensNothing() throws Exception {
    settings.access = new Access(ApiKeys.of(List.of("right")), List.of(), List.of());
    start();
    String request =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x/health?\r\nContent-Type: application/json\r\n"
            + "Connection: close\r\nContent-Length: "
            + ASK.length()
            + "\r\n\r\n"
            + ASK;
    int got = status(raw(request));
    assertTrue(got == 400 || got == 401 || got == 403, "" + got);
    String absolute =
        request.replace("POST /v1", "POST http://127.0.0.1/health?/v1").replace("x/health?", "a");
    got = status(raw(absolute));
    assertTrue(got >= 400 && got < 500, "" + got);
  }

  // routes and methods

  @Test
  void unknownRoutesAndMethodsHaveTheErrorObject() throws Exception {
    start();
    HttpResponse<String> unknown = server.get("/v1/nothing");
    assertEquals(404, unknown.statusCode());
    assertEquals("route_not_found", EmbeddedServer.json(unknown).at("/error/code").asText());
    HttpResponse<String> method = server.get("/v1/chat/completions");
    assertEquals(405, method.statusCode());
    assertEquals("POST", method.headers().firstValue("Allow").orElse(""));
    for (String path : List.of("/ui/../openapi.yaml", "/ui/%2e%2e/x", "/samples/0.png", "/ui/")) {
      assertEquals(
          404,
          status(raw("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")),
          path);
    }
  }

  @Test
  void thePageHasItsPolicy() throws Exception {
    start();
    HttpResponse<String> page = server.get("/");
    String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
    assertEquals(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        policy);
    assertEquals("no-referrer", page.headers().firstValue("Referrer-Policy").orElse(""));
    assertEquals("no-cache", page.headers().firstValue("Cache-Control").orElse(""));
    assertEquals("nosniff", page.headers().firstValue("X-Content-Type-Options").orElse(""));
    String etag = page.headers().firstValue("ETag").orElseThrow();
    HttpRequest again =
        HttpRequest.newBuilder(URI.create(server.origin() + "/"))
            .header("If-None-Match", etag)
            .build();
    assertEquals(304, server.client().send(again, BodyHandlers.ofString()).statusCode());
    int bytes = 0;
    for (String name : StaticFiles.PAGE) {
      bytes += server.get("/ui/" + name).body().length();
    }
    assertTrue(bytes < 160 << 10, bytes + " bytes");
  }

  @Test
  void idsOfClientsAreKeptWhenTheyAreHarmless() throws Exception {
    start();
    String longest = "i".repeat(64);
    assertTrue(raw(post("x-request-id: " + longest + "\r\n")).contains(longest + "\r\n"));
    assertFalse(raw(post("x-request-id: i" + longest + "\r\n")).contains(longest));
    String own = raw(post("x-request-id: my.id-1\r\n"));
    assertTrue(own.contains("x-request-id: my.id-1\r\n"), own);
    String foreign = raw(post("x-request-id: <script>\r\n"));
    assertFalse(foreign.contains("<script>"), foreign);
  }

  @Test
  void namesEchoedInAHeaderAreCut() throws Exception {
    start();
    ObjectMapper json = new ObjectMapper();
    var body = (com.fasterxml.jackson.databind.node.ObjectNode) json.readTree(ASK);
    for (int i = 0; i < 20; i++) {
      body.put("x" + i + "\r\nSet-Cookie: a" + "y".repeat(100), 1);
    }
    HttpResponse<String> reply = server.post(body.toString());
    assertEquals(200, reply.statusCode());
    String names = reply.headers().firstValue("x-ignored-parameters").orElseThrow();
    assertEquals(16, names.split(", ").length);
    assertTrue(reply.headers().firstValue("Set-Cookie").isEmpty());
    for (String name : names.split(", ")) {
      assertTrue(name.matches("[A-Za-z0-9_.-]{1,64}"), name);
    }
  }
}
