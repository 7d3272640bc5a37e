package io.qcpruner.cli.bench.serve;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.cli.Main;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The server as a process: it drains on a signal, and killed it leaves nothing in the way. */
@Timeout(300)
final class ServerProcessTest {
  private static final Workload WORKLOAD = new Workload("qcpruner", 64, 4);

  private static String body(int picture) throws IOException {
    return WORKLOAD.body(Workload.picture(picture), Workload.QUESTIONS.get(0), false);
  }

  @Test
  void aSignalLetsRunningRequestsFinishAndEndsWithZero() throws Exception {
    try (ServerProcess server = ServerProcess.start(List.of("--model", "embedded"))) {
      ServeClient client = new ServeClient(server.origin());
      assertEquals(200, client.whole(body(0)).status());
      // its slot may be free a little later than its answer is here
      until(() -> client.metric("qcpruner_requests_running") == 0);
      assertTrue(server.residentBytes() > 100 << 20);
      CompletableFuture<ServeClient.Answer> running = asking(client, body(1));
      until(() -> client.metric("qcpruner_requests_running") == 1 || running.isDone());
      assertEquals(0, server.stop());
      assertEquals(200, running.get(10, TimeUnit.SECONDS).status());
    }
  }

  /** The first signal turns everybody away who does not run yet; the second ends what does. */
  @Test
  void aSecondSignalEndsWhatTheFirstLetRun(@TempDir Path folder) throws Exception {
    TinyFolder.write(TinyModel.LLAVA, folder);
    Path config = folder.resolve("config.json");
    String endless =
        Files.readString(config)
            .replaceAll("(\"max_position_embeddings\"\\s*:\\s*)\\d+", "$1" + "500000");
    Files.writeString(config, endless);
    String options =
        "--slots 1 --drain-timeout 600 --request-timeout 600 --max-tokens-limit 400000 --model";
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    words.add(folder.toString());
    try (ServerProcess server = ServerProcess.start(words)) {
      ServeClient client = new ServeClient(server.origin());
      String longOne =
          new Workload("qcpruner", 8, 400_000).body(Workload.picture(0), "Why?", false);
      CompletableFuture<ServeClient.Answer> running = asking(client, longOne);
      until(() -> client.metric("qcpruner_requests_running") == 1);
      CompletableFuture<ServeClient.Answer> waiting = asking(client, body(1));
      until(() -> client.metric("qcpruner_requests_waiting") == 1);
      server.signal();
      assertTrue(waiting.get(60, TimeUnit.SECONDS).isTurnedAway());
      assertTrue(client.whole(body(2)).isTurnedAway());
      assertFalse(running.isDone());
      assertEquals(1, server.stop());
      assertThrows(ExecutionException.class, () -> running.get(60, TimeUnit.SECONDS));
    }
  }

  private static CompletableFuture<ServeClient.Answer> asking(ServeClient client, String body) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return client.whole(body);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        asked -> new Thread(asked, "client").start());
  }

  /** The command line and the server are two doors to one pipeline. */
  @Test
  void askAndHttpAnswerAlike(@TempDir Path folder) throws Exception {
    Path picture = Files.write(folder.resolve("picture.png"), Workload.picture(7));
    String question = Workload.QUESTIONS.get(0);
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    String options = "ask --model embedded --method qcpruner --budget 48 --json --image";
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    words.addAll(List.of(picture.toString(), question));
    assertEquals(0, line.execute(words.toArray(new String[0])));
    JsonNode asked = new ObjectMapper().readTree(out.toString());
    ObjectNode body =
        (ObjectNode)
            new ObjectMapper()
                .readTree(
                    new Workload("qcpruner", 48, 128).body(Workload.picture(7), question, false));
    body.withObject("pruning").put("explain", "full");
    try (ServerProcess server = ServerProcess.start(List.of("--model", "embedded"))) {
      JsonNode served = new ServeClient(server.origin()).reply(body.toString());
      assertEquals(asked.get("answer").asText(), served.at("/choices/0/message/content").asText());
      assertEquals(asked.at("/pruning/stages/0/kept"), served.at("/pruning/explain/kept"));
      assertEquals(asked.get("usage"), served.get("usage"));
      for (String same : List.of("rows_per_layer", "cache_bytes", "settings", "label", "budget")) {
        assertEquals(asked.at("/pruning/" + same), served.at("/pruning/" + same), same);
      }
    }
  }

  @Test
  void killedItLeavesThePortAndNoLock() throws Exception {
    int port;
    try (ServerProcess first = ServerProcess.start(List.of("--model", "embedded"))) {
      port = first.origin().getPort();
      first.kill();
    }
    try (ServerProcess second =
        ServerProcess.start(List.of("--model", "embedded", "--port", "" + port))) {
      assertEquals(port, second.origin().getPort());
      assertEquals(200, new ServeClient(second.origin()).whole(body(2)).status());
    }
  }

  /** Cut for real: the file's pages are gone, and nothing reads them any more. */
  @Test
  void cutWeightsAreRefusedAndTheProcessLives(@TempDir Path folder) throws Exception {
    TinyFolder.write(TinyModel.LLAVA, folder);
    try (ServerProcess server = ServerProcess.start(List.of("--model", folder.toString()))) {
      ServeClient client = new ServeClient(server.origin());
      String body = new Workload("qcpruner", 8, 2).body(Workload.picture(0), "Why?", false);
      assertEquals(200, client.whole(body).status());
      try (FileChannel weights =
          FileChannel.open(folder.resolve("model.safetensors"), StandardOpenOption.WRITE)) {
        weights.truncate(weights.size() / 2);
      }
      assertTrue(client.whole(body).isTurnedAway());
      HttpResponse<String> ready =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(server.origin().resolve("/ready")).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertEquals(503, ready.statusCode());
      assertTrue(ready.body().contains("model_changed"), ready.body());
      assertEquals(0, server.stop());
    }
  }

  @Test
  void aServerThatCantStartIsSaidSo() {
    IOException e =
        assertThrows(
            IOException.class, () -> ServerProcess.start(List.of("--model", "no-such-folder")));
    assertTrue(e.getMessage().contains("no-such-folder"), e.getMessage());
  }
}
