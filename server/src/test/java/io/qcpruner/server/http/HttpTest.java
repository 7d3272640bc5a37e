package io.qcpruner.server.http;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting, leaving, timing out and draining, on an engine without a model. */
@Timeout(60)
final class HttpTest {
  private final FakeEngine engine = new FakeEngine();
  private final Settings settings = new Settings();

  private EmbeddedServer start() throws Exception {
    return new EmbeddedServer(settings.build(), () -> engine);
  }

  private static String ask(String text, String more) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]" + more + "}";
  }

  private static CompletableFuture<HttpResponse<String>> later(EmbeddedServer server, String body) {
    return server.client().sendAsync(server.chat(body).build(), BodyHandlers.ofString());
  }

  private static String code(HttpResponse<String> response) throws Exception {
    return EmbeddedServer.json(response).path("error").path("code").asText();
  }

  @Test
  void answersWholeAndInPieces() throws Exception {
    try (EmbeddedServer server = start()) {
      HttpResponse<String> whole = server.post(ask("long 3", ""));
      assertEquals(200, whole.statusCode());
      assertEquals("64/576", whole.headers().firstValue("x-visual-tokens").orElse(""));
      JsonNode message = EmbeddedServer.json(whole).at("/choices/0/message/content");
      assertEquals("word0 word1 word2", message.asText());
      HttpResponse<String> stream =
          server.post(
              ask("long 3", ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"));
      List<JsonNode> chunks = Sse.chunks(stream.body());
      assertEquals("word0 word1 word2", Sse.text(chunks));
      assertTrue(chunks.get(0).has("pruning"));
      assertTrue(chunks.get(0).has("usage") && chunks.get(0).get("usage").isNull());
      assertEquals(603, chunks.get(chunks.size() - 1).at("/usage/total_tokens").asInt());
      assertTrue(stream.body().endsWith("data: [DONE]\n\n"));
      assertEquals(
          "text/event-stream; charset=utf-8",
          stream.headers().firstValue("Content-Type").orElse(""));
      assertEquals("no-cache", stream.headers().firstValue("Cache-Control").orElse(""));
      assertEquals("no", stream.headers().firstValue("X-Accel-Buffering").orElse(""));
      String unasked = server.post(ask("long 3", ",\"stream\":true")).body();
      assertFalse(unasked.contains("\"usage\""), unasked);
      assertTrue(Sse.chunks(unasked).stream().allMatch(c -> c.get("choices").size() == 1));
      assertFalse(stream.body().contains("\"error\""));
    }
  }

  @Test
  void aFullLineIs429WithRetryAfter() throws Exception {
    settings.queue = 1;
    try (EmbeddedServer server = start()) {
      var first = later(server, ask("hold", ""));
      until(() -> engine.running.get() == 1);
      var second = later(server, ask("hold", ""));
      until(() -> waiting(server) == 1);
      HttpResponse<String> third = server.post(ask("hold", ""));
      assertEquals(429, third.statusCode());
      assertEquals("queue_full", code(third));
      int seconds = Integer.parseInt(third.headers().firstValue("Retry-After").orElse("0"));
      assertTrue(seconds >= 1 && seconds <= 120);
      engine.go.countDown();
      assertEquals(200, first.get().statusCode());
      assertEquals(200, second.get().statusCode());
    }
  }

  private static int waiting(EmbeddedServer server) {
    return Metrics.value(server, "qcpruner_requests_waiting");
  }

  @Test
  void oneClientCantTakeTheWholeLine() throws Exception {
    settings.perClient = 1;
    try (EmbeddedServer server = start()) {
      later(server, ask("hold", ""));
      until(() -> engine.running.get() == 1);
      HttpResponse<String> second = server.post(ask("x", ""));
      assertEquals(429, second.statusCode());
      assertEquals("client_queue_full", code(second));
      engine.go.countDown();
    }
  }

  @Test
  void waitingTooLongIs503AndComputingTooLong504() throws Exception {
    settings.queueTimeout = Duration.ofMillis(50);
    settings.requestTimeout = Duration.ofMillis(400);
    try (EmbeddedServer server = start()) {
      var first = later(server, ask("hold", ""));
      until(() -> engine.running.get() == 1);
      HttpResponse<String> second = server.post(ask("hold", ""));
      assertEquals(503, second.statusCode());
      assertEquals("queue_timeout", code(second));
      assertTrue(second.headers().firstValue("Retry-After").isPresent());
      assertEquals(504, first.get().statusCode());
      assertEquals("request_timeout", code(first.get()));
      assertEquals("false", first.get().headers().firstValue("x-should-retry").orElse(""));
    }
  }

  @Test
  void aLostClientFreesItsSlotAndItsPlace() throws Exception {
    for (boolean stream : new boolean[] {false, true}) {
      FakeEngine own = new FakeEngine();
      try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> own)) {
        String body = ask("hold", stream ? ",\"stream\":true" : "");
        RawClient running = new RawClient(server.server().port());
        running.send(RawClient.post("/v1/chat/completions", "", body));
        until(() -> own.running.get() == 1);
        RawClient waiting = new RawClient(server.server().port());
        waiting.send(RawClient.post("/v1/chat/completions", "", body));
        until(() -> waiting(server) == 1);
        waiting.abort();
        until(() -> waiting(server) == 0);
        running.abort();
        until("the slot is free", () -> own.running.get() == 0);
        until(
            () ->
                Metrics.value(
                        server, "qcpruner_requests_total{method=\"full\",outcome=\"cancelled\"}")
                    == 2);
        assertEquals(200, server.post(ask("x", "")).statusCode());
      }
    }
  }

  @Test
  void aClientThatTakesNothingIsGone() throws Exception {
    settings.timeouts =
        new Timeouts(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMillis(300),
            Duration.ofSeconds(10));
    try (EmbeddedServer server = start();
        RawClient client = new RawClient(server.server().port())) {
      client.send(
          RawClient.post("/v1/chat/completions", "", ask("long 2000000", ",\"stream\":true")));
      until(() -> engine.running.get() == 1);
      until(() -> engine.cancelled.get() == 1);
      assertEquals(200, server.post(ask("x", "")).statusCode());
    }
  }

  @Test
  void commentsKeepAStreamAlive() throws Exception {
    settings.timeouts =
        new Timeouts(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofMillis(40));
    try (EmbeddedServer server = start()) {
      var first = stream(server, ask("hold", ",\"stream\":true"));
      until(() -> engine.running.get() == 1);
      var second = stream(server, ask("x", ",\"stream\":true"));
      until(() -> waiting(server) == 1);
      assertTrue(first.headers().firstValue("x-visual-tokens").isEmpty());
      try (BufferedReader running = lines(first);
          BufferedReader queued = lines(second)) {
        assertEquals(": working", running.readLine());
        assertEquals(": waiting 1", queued.readLine());
        engine.go.countDown();
        String rest = queued.lines().collect(Collectors.joining("\n", "", "\n"));
        assertEquals("x", Sse.text(Sse.chunks(rest)));
      }
    }
  }

  private static HttpResponse<InputStream> stream(EmbeddedServer server, String body)
      throws Exception {
    return server.client().send(server.chat(body).build(), BodyHandlers.ofInputStream());
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  @Test
  void bugsTellNothing() throws Exception {
    try (EmbeddedServer server = start()) {
      HttpResponse<String> broken = server.post(ask("break", ""));
      assertEquals(500, broken.statusCode());
      assertEquals("internal_error", code(broken));
      assertEquals("false", broken.headers().firstValue("x-should-retry").orElse(""));
      assertFalse(broken.body().contains("secret") || broken.body().contains("0x"));
      String id = broken.headers().firstValue("x-request-id").orElseThrow();
      assertTrue(broken.body().contains(id));
      HttpResponse<String> memory = server.post(ask("memory", ""));
      assertEquals(503, memory.statusCode());
      assertEquals("out_of_memory", code(memory));
      HttpResponse<String> later = server.post(ask("break later", ",\"stream\":true"));
      assertEquals(200, later.statusCode());
      assertTrue(later.body().contains("event: error\ndata: {\"error\":"), later.body());
      assertFalse(later.body().contains("[DONE]") || later.body().contains("secret"));
      assertEquals(200, server.post(ask("x", "")).statusCode());
    }
  }

  @Test
  void drainingFinishesWhatRuns() throws Exception {
    try (EmbeddedServer server = start()) {
      var running = later(server, ask("hold", ""));
      until(() -> engine.running.get() == 1);
      var waiting = later(server, ask("hold", ""));
      until(() -> waiting(server) == 1);
      Thread drain =
          new Thread(
              () -> {
                try {
                  server.server().drain();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      drain.start();
      assertEquals(503, waiting.get().statusCode());
      assertEquals("draining", code(waiting.get()));
      assertEquals(503, server.get("/ready").statusCode());
      assertEquals(200, server.get("/live").statusCode());
      HttpResponse<String> late = server.post(ask("x", ""));
      assertEquals("draining", code(late));
      assertEquals("close", late.headers().firstValue("Connection").orElse(""));
      engine.go.countDown();
      assertEquals(200, running.get().statusCode());
      drain.join(10_000);
      assertFalse(drain.isAlive());
    }
  }

  @Test
  void healthWhileLoading() throws Exception {
    CompletableFuture<FakeEngine> loading = new CompletableFuture<>();
    ChatServer server = ChatServer.start(settings.build(), loading::get);
    try {
      var client = java.net.http.HttpClient.newHttpClient();
      URI health = URI.create("http://127.0.0.1:" + server.port() + "/health");
      HttpResponse<String> early =
          client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
      assertEquals(503, early.statusCode());
      assertEquals("loading", code(early));
      assertTrue(early.headers().firstValue("Retry-After").isPresent());
      HttpResponse<String> chat =
          client.send(
              HttpRequest.newBuilder(health.resolve("/v1/chat/completions"))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(ask("x", "")))
                  .build(),
              BodyHandlers.ofString());
      assertEquals(503, chat.statusCode());
      assertEquals("loading", code(chat));
      assertEquals("1", chat.headers().firstValue("Retry-After").orElse(""));
      for (String open : List.of("/live", "/", "/openapi.yaml")) {
        HttpRequest request = HttpRequest.newBuilder(health.resolve(open)).build();
        assertEquals(200, client.send(request, BodyHandlers.ofString()).statusCode(), open);
      }
      loading.complete(engine);
      server.ready().get();
      assertEquals(
          200,
          client
              .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
              .statusCode());
    } finally {
      server.close();
    }
  }

  @Test
  void manyClientsNoneHangsNoneGetsAnothersAnswer() throws Exception {
    settings.slots = 2;
    settings.queue = 8;
    try (EmbeddedServer server = start()) {
      List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        replies.add(later(server, ask("client " + i, i % 2 == 0 ? "" : ",\"stream\":true")));
      }
      int answered = 0;
      for (int i = 0; i < 200; i++) {
        HttpResponse<String> reply = replies.get(i).get(30, TimeUnit.SECONDS);
        if (reply.statusCode() == 200) {
          answered++;
          String text =
              i % 2 == 0
                  ? EmbeddedServer.json(reply).at("/choices/0/message/content").asText()
                  : Sse.text(Sse.chunks(reply.body()));
          assertEquals("client " + i, text);
        } else {
          assertTrue(reply.statusCode() == 429 || reply.statusCode() == 503);
          assertTrue(reply.headers().firstValue("Retry-After").isPresent());
        }
      }
      assertTrue(answered >= 10, answered + " answered");
      assertEquals(200, server.post(ask("next", "")).statusCode());
    }
  }
}
