package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.local.LocalChatEngine;
import io.qcpruner.server.local.LocalSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More requests than fit, and more than any request may leave behind. */
@Timeout(180)
final class LoadTest {
  private static final int CLIENTS = 200;
  private static final int SOAK = 2000;

  private static HttpRequest by(EmbeddedServer server, int client, ObjectNode body) {
    return server.chat(body.toString()).header("Authorization", "Bearer key" + client).build();
  }

  @Test
  void twoHundredClientsAgainstTwoSlotsAndALineOfEight() throws Exception {
    Settings settings = new Settings();
    settings.slots = 2;
    settings.queue = 8;
    settings.perClient = 8;
    settings.access =
        new Access(
            ApiKeys.of(IntStream.range(0, CLIENTS).mapToObj(i -> "key" + i).toList()),
            List.of(),
            List.of());
    try (EmbeddedServer server = new EmbeddedServer(settings.build())) {
      List<ObjectNode> bodies = new ArrayList<>();
      List<String> alone = new ArrayList<>();
      for (String question :
          List.of("What color is the letter D?", "Is there a ring in the picture?")) {
        for (int sample = 1; sample <= 4; sample++) {
          ObjectNode body = EmbeddedServer.question(sample, question);
          bodies.add(EmbeddedServer.pruned(body, "qcpruner", 32 * sample));
          alone.add(text(server.client().send(by(server, 0, body), BodyHandlers.ofString())));
        }
      }
      long before = settledCount();
      List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        replies.add(
            server.client().sendAsync(by(server, i, bodies.get(i % 8)), BodyHandlers.ofString()));
      }
      int answered = 0;
      for (int i = 0; i < CLIENTS; i++) {
        HttpResponse<String> reply = replies.get(i).get(60, TimeUnit.SECONDS);
        if (reply.statusCode() == 200) {
          answered++;
          assertEquals(alone.get(i % 8), text(reply), "client " + i);
        } else {
          assertTrue(reply.statusCode() == 429 || reply.statusCode() == 503, reply.body());
          int seconds = Integer.parseInt(reply.headers().firstValue("Retry-After").orElse("0"));
          assertTrue(seconds >= 1 && seconds <= 120, reply.toString());
        }
      }
      assertTrue(answered >= 10 && answered < CLIENTS, answered + " answered");
      assertEquals(
          alone.get(0),
          text(server.client().send(by(server, 0, bodies.get(0)), BodyHandlers.ofString())));
      // a picture of each client that was answered may stay in the cache: two tensors and masks
      long after = settledCount();
      assertTrue(after - before <= 8L * answered, before + " native objects, then " + after);
    }
  }

  @Test
  void twoThousandRequestsLeaveNothingBehind(@TempDir Path folder) throws Exception {
    Settings settings = new Settings();
    settings.slots = 2;
    LocalSettings local =
        new LocalSettings(
            "tiny",
            "0",
            "stored",
            0,
            0,
            List.of(),
            List.of(),
            ModelNote.NONE,
            LocalSettings.LIMITS);
    try (EmbeddedServer server =
        new EmbeddedServer(
            settings.build(),
            () ->
                new LocalChatEngine(
                    VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder)), local))) {
      ask(server, 0, SOAK / 10);
      long natives = settledCount();
      long heap = usedHeap();
      ask(server, SOAK / 10, SOAK);
      long now = settledCount();
      // other tests of this process may end late and change the count a little; the rarest kind of
      // request comes 180 times, so that one object of each would show
      assertTrue(now - natives < SOAK / 20, natives + " native objects, then " + now);
      long grown = usedHeap() - heap;
      // a byte array of a request's picture alone would be more than this over so many requests
      assertTrue(grown < 8 << 20, grown + " bytes of heap more");
    }
  }

  /** Requests of all kinds, four at a time. */
  private static void ask(EmbeddedServer server, int from, int to) throws Exception {
    List<String> methods = List.of("qcpruner", "divprune", "random");
    for (int i = from; i < to; i += 4) {
      List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
      for (int k = i; k < Math.min(to, i + 4); k++) {
        ObjectNode body =
            EmbeddedServer.question(Pictures.png(30 + k % 5, 40, k), "what color is it");
        body.remove("model");
        body.put("max_tokens", 2).put("stream", k % 3 == 0);
        body.putObject("pruning").put("method", methods.get(k % 3)).put("budget", 4 + k % 8);
        boolean bad = k % 10 == 9;
        if (bad) {
          body.withObject("pruning").put("budget", 0);
        }
        replies.add(
            server
                .client()
                .sendAsync(server.chat(body.toString()).build(), BodyHandlers.ofString())
                .thenApply(
                    reply -> {
                      assertEquals(bad ? 400 : 200, reply.statusCode(), reply.body());
                      return reply;
                    }));
      }
      for (CompletableFuture<HttpResponse<String>> reply : replies) {
        reply.get(60, TimeUnit.SECONDS);
      }
    }
  }

  private static String text(HttpResponse<String> reply) throws Exception {
    assertEquals(200, reply.statusCode(), reply.body());
    return EmbeddedServer.json(reply).at("/choices/0/message/content").asText();
  }

  /** Live native objects when garbage is gone. */
  private static long settledCount() {
    long count = Pointer.totalCount();
    for (int same = 0, i = 0; same < 3 && i < 100; i++) {
      System.gc();
      LockSupport.parkNanos(10_000_000); // the collector hands over to JavaCPP's own thread
      long now = Pointer.totalCount();
      same = now == count ? same + 1 : 0;
      count = now;
    }
    return count;
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
