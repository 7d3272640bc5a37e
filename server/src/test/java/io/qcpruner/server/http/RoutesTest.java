package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which paths exist, under which names the model is known, and how connections go on. */
@Timeout(60)
final class RoutesTest extends FakeServerTestBase {
  private static final String HUB_NAME = "org/model-7b+v1";

  private int model(String path) throws Exception {
    return server.get("/v1/models/" + path).statusCode();
  }

  @Test
  void aliasesMayBeNamesOfAHub() throws Exception {
    settings.aliases = List.of(HUB_NAME, "50%");
    start();
    assertEquals(200, model("fake"));
    assertEquals(200, model("org/model-7b+v1"));
    assertEquals(200, model("org%2Fmodel-7b%2Bv1"));
    assertEquals(200, model("50%25"));
    assertEquals(404, model("org"));
    assertEquals(404, model("org/other"));
    String broken = raw("GET /v1/models/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assertEquals(404, status(broken));
    assertTrue(broken.contains("model_not_found"), broken);
    HttpResponse<String> reply =
        server.post(ASK.replace("{\"messages\"", "{\"model\":\"" + HUB_NAME + "\",\"messages\""));
    assertEquals(200, reply.statusCode());
    assertEquals("fake", EmbeddedServer.json(reply).get("model").asText());
  }

  @Test
  void anyModelWhereThatWasAskedFor() throws Exception {
    String other = ASK.replace("{\"messages\"", "{\"model\":\"gpt-4o\",\"messages\"");
    start();
    assertEquals(404, server.post(other).statusCode());
    stop();
    settings.anyModel = true;
    start();
    HttpResponse<String> reply = server.post(other);
    assertEquals(200, reply.statusCode());
    assertEquals("fake", EmbeddedServer.json(reply).get("model").asText());
  }

  /** HEAD says what GET says, without the body; the list of models has a slash or none. */
  @Test
  void headAnswersAsGetWithoutABody() throws Exception {
    start();
    for (String path : List.of("/", "/v1/models", "/v1/models/", "/samples/1.png", "/live")) {
      HttpResponse<String> get = server.get(path);
      assertEquals(200, get.statusCode(), path);
      String head =
          raw("HEAD " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
      assertEquals(200, status(head), head);
      assertTrue(head.endsWith("\r\n\r\n"), head);
      String type = get.headers().firstValue("Content-Type").orElseThrow();
      assertTrue(head.toLowerCase(java.util.Locale.ROOT).contains("content-type: " + type), head);
    }
    assertEquals(
        404, status(raw("HEAD /none HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")));
  }

  @Test
  void thePageCanBeLeftOut() throws Exception {
    settings.page = false;
    start();
    for (String path : List.of("/", "/ui/app.js", "/ui/index.html", "/samples", "/samples/1.png")) {
      assertEquals(404, server.get(path).statusCode(), path);
    }
    assertEquals(200, server.get("/openapi.yaml").statusCode());
    assertEquals(200, server.post(ASK).statusCode());
  }

  @Test
  void metricsCanBeLeftOutOrBeOpen() throws Exception {
    settings.metrics = false;
    start();
    assertEquals(404, server.get("/metrics").statusCode());
    stop();
    settings.metrics = true;
    settings.access = new Access(ApiKeys.of(List.of("right")), List.of(), List.of());
    start();
    assertEquals(401, server.get("/metrics").statusCode());
    stop();
    settings.metricsOpen = true;
    start();
    assertEquals(200, server.get("/metrics").statusCode());
    assertEquals(401, server.get("/v1/models").statusCode());
  }

  @Test
  void aRefusalWithoutABodyKeepsTheConnection() throws Exception {
    start();
    String host = " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    String all =
        "GET /nothing"
            + host
            + "DELETE /v1/models"
            + host
            + "HEAD /live"
            + host
            + "GET /live"
            + host;
    try (RawClient client = new RawClient(server.server().port())) {
      String replies = client.send(all).read("{\"status\":\"ok\"}");
      assertTrue(replies.startsWith("HTTP/1.1 404 "), replies);
      assertEquals(3, replies.split("HTTP/1.1 405 |HTTP/1.1 200 ", -1).length - 1, replies);
      assertFalse(
          replies.toLowerCase(java.util.Locale.ROOT).contains("connection: close"), replies);
    }
  }

  @Test
  void olderClientsAreAnsweredAndLetGo() throws Exception {
    start();
    try (RawClient client = new RawClient(server.server().port())) {
      String reply = client.send("GET /live HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n").read("");
      assertTrue(reply.startsWith("HTTP/1.0 200 ") && reply.endsWith("{\"status\":\"ok\"}"), reply);
    }
    try (RawClient client = new RawClient(server.server().port())) {
      String stream = ASK.replace("{\"messages\"", "{\"stream\":true,\"messages\"");
      String request =
          RawClient.post("/v1/chat/completions", "Connection: keep-alive\r\n", stream)
              .replace("HTTP/1.1", "HTTP/1.0");
      String reply = client.send(request).read("");
      assertTrue(reply.endsWith("data: [DONE]\n\n"), reply);
      assertFalse(reply.contains("chunked"), reply);
    }
  }
}
