package io.qcpruner.eval.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.qcpruner.eval.data.Json;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judges against a server in this process that gives prepared replies. */
class JudgeTest {

  @TempDir Path folder;
  private HttpServer server;
  private final Deque<String> replies = new ArrayDeque<>();
  private final List<JsonNode> requests = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          requests.add(Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          String reply = replies.removeFirst();
          boolean failure = reply.startsWith("!");
          byte[] body =
              (failure
                      ? "{}"
                      : "{\"choices\":[{\"message\":{\"content\":"
                          + Json.MAPPER.writeValueAsString(reply)
                          + "}}]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              failure ? Integer.parseInt(reply.substring(1)) : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private ChatEndpoint endpoint() {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    return new ChatEndpoint(base, "judge-1", "secret", 3, Duration.ofMillis(1));
  }

  @Test
  void requestHasTheDocumentedShape() throws IOException {
    replies.add("0.5");
    assertEquals("0.5", endpoint().ask("grade this", 0.5, 3));
    JsonNode request = requests.get(0);
    assertEquals("judge-1", request.path("model").asText());
    assertEquals("user", request.path("messages").path(0).path("role").asText());
    assertEquals("grade this", request.path("messages").path(0).path("content").asText());
    assertEquals(0.5, request.path("temperature").asDouble());
    assertEquals(3, request.path("max_tokens").asInt());
    assertEquals(1, request.path("n").asInt());
    assertEquals("Bearer secret", keys.get(0));
    assertFalse(endpoint().toString().contains("secret"));
  }

  @Test
  void busyServerIsAskedAgainAndWrongRequestIsNot() throws IOException {
    replies.addAll(List.of("!503", "!429", "1.0"));
    assertEquals("1.0", endpoint().ask("p", 0, 3));
    replies.addAll(List.of("!401", "1.0"));
    String message =
        assertThrows(JudgeException.class, () -> endpoint().ask("p", 0, 3)).getMessage();
    assertTrue(message.endsWith("judge answered with status 401"), message);
    assertEquals(1, replies.size());
  }

  @Test
  void gradesOfTheSpecification() throws IOException {
    assertEquals(0.5, MmVetGrader.score("0.5").orElseThrow());
    assertEquals(1.0, MmVetGrader.score("1.0 because").orElseThrow());
    assertTrue(MmVetGrader.score("1.2").isEmpty());
    assertTrue(MmVetGrader.score("score").isEmpty());
  }

  @Test
  void graderAsksAgainWithHigherTemperatureAndGivesUpWithZero() throws IOException {
    MmVetGrader grader = new MmVetGrader(endpoint(), Optional.empty());
    replies.addAll(List.of("score", "1.2", "0.4"));
    assertEquals(0.4, grader.grade("What is x?", "-1<AND>-5", "x = -1"));
    String first = requests.get(0).path("messages").path(0).path("content").asText();
    assertTrue(first.endsWith("What is x? | -1 <AND> -5 | x = -1 | "), first);
    String second = requests.get(1).path("messages").path(0).path("content").asText();
    assertTrue(second.endsWith("Predict the correctness of the answer (digit): "));
    assertEquals(1.0, requests.get(2).path("temperature").asDouble());
    replies.addAll(List.of("a", "b", "c", "d", "e"));
    assertEquals(0, grader.grade("q", "a", "p"));
  }

  @Test
  void officialWordingMayBeDroppedIn() throws IOException {
    Path wording = Files.writeString(folder.resolve("prompt.txt"), "OFFICIAL\n");
    replies.add("1");
    new MmVetGrader(endpoint(), Optional.of(wording)).grade("q", "t", "p");
    assertEquals(
        "OFFICIAL\nq | t | p | ",
        requests.get(0).path("messages").path(0).path("content").asText());
  }

  @Test
  void judgmentsAreRememberedAndOfflineAsksNobody() throws IOException {
    Path file = folder.resolve("judgments.jsonl");
    replies.add("0.3");
    assertEquals("0.3", new CachedJudge(file, "judge-1", Optional.of(endpoint())).ask("p", 0, 3));
    assertFalse(Files.readString(file).contains("secret"));
    CachedJudge offline = new CachedJudge(file, "judge-1", Optional.empty());
    assertEquals("0.3", offline.ask("p", 0, 3));
    assertThrows(JudgeException.class, () -> offline.ask("another", 0, 3));
    assertThrows(
        JudgeException.class,
        () -> new CachedJudge(file, "judge-2", Optional.empty()).ask("p", 0, 3));
  }

  @Test
  void matcherResolvesFreeMmbenchAnswers() throws IOException {
    MmbenchMatcher matcher = new MmbenchMatcher(endpoint());
    replies.addAll(List.of("hard to say", "B"));
    assertEquals(Optional.of("B"), matcher.match("What", List.of("cat", "dog"), "a puppy"));
    replies.addAll(List.of("?", "?", "?"));
    assertEquals(Optional.empty(), matcher.match("What", List.of("cat", "dog"), "x"));
  }

  @Test
  void verdictsReplaceOnlyWhatNeedsAJudge() throws IOException {
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, List.of());
    Judge judge = (prompt, temperature, tokens) -> prompt.startsWith("You match") ? "B" : "0.7";
    JudgedVerdicts verdicts =
        new JudgedVerdicts(
            catalog, new MmVetGrader(judge, Optional.empty()), new MmbenchMatcher(judge));
    Outcome open = Outcome.of("1", false, "", "B").unparsed();
    assertEquals(0.7, verdicts.of(record("mmvet", open)).orElseThrow().score());
    assertEquals(1, verdicts.of(record("mmbench_en", open)).orElseThrow().score());
    Outcome closed = Outcome.of("1", false, "A", "B");
    assertEquals(closed, verdicts.of(record("mmbench_en", closed)).orElseThrow());
    assertEquals(closed, verdicts.of(record("gqa", closed)).orElseThrow());
    assertTrue(verdicts.of(record("vqav2", closed)).isEmpty());
  }

  private static RunRecord record(String task, Outcome outcome) {
    return new RunRecord(
        task,
        "llava",
        "1",
        0,
        "full",
        "Which?\nA. cat\nB. dog\nx",
        List.of("cat", "dog"),
        "m",
        "text",
        1,
        "stop",
        1,
        1,
        new int[0],
        0,
        Map.of(),
        List.of(),
        0,
        outcome);
  }
}
