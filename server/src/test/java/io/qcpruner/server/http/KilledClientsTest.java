package io.qcpruner.server.http;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients killed by the system, at any moment of their request, give back what they held. */
@ExtendWith(Seeded.class)
@Timeout(120)
final class KilledClientsTest {
  @TempDir private Path folder;
  private int files;

  private Process client(EmbeddedServer server, String body) throws IOException {
    Path file = Files.writeString(folder.resolve("body" + files++), body);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            Path.of("target", "test-classes").toString(),
            KillableClient.class.getName(),
            Integer.toString(server.server().port()),
            file.toString())
        .redirectErrorStream(true)
        .start();
  }

  private static void awaitSent(Process client) throws IOException {
    BufferedReader out = new BufferedReader(new InputStreamReader(client.getInputStream()));
    assertEquals("sent", out.readLine());
  }

  private static int gauge(EmbeddedServer server, String name) {
    return Metrics.value(server, "qcpruner_requests_" + name);
  }

  @Test
  void killedWhileRunningAndWhileWaiting() throws Exception {
    Settings settings = new Settings();
    settings.slots = 2;
    FakeEngine engine = new FakeEngine();
    try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> engine)) {
      List<Process> clients = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        String stream = i % 2 == 0 ? "" : ",\"stream\":true";
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"hold\"}]" + stream + "}";
        clients.add(client(server, body));
      }
      for (Process client : clients) {
        awaitSent(client);
      }
      until("two run", () -> engine.running.get() == 2);
      until("three wait", () -> gauge(server, "waiting") == 3);
      for (Process client : clients) {
        client.destroyForcibly().waitFor();
      }
      until("slots are free", () -> engine.running.get() == 0 && gauge(server, "running") == 0);
      until("nobody waits", () -> gauge(server, "waiting") == 0);
      assertEquals(
          200,
          server.post("{\"messages\":[{\"role\":\"user\",\"content\":\"next\"}]}").statusCode());
    }
  }

  private static String question(int picture, boolean stream) throws IOException {
    return EmbeddedServer.question(Pictures.png(60, 60, picture), "What color is the star?")
        .put("stream", stream)
        .toString();
  }

  /** In the picture's decoding, the tower, the prompt, the answer, the reply: wherever it hits. */
  @Test
  void killedAtRandomMomentsOfARealRequest(Random random) throws Exception {
    Settings settings = new Settings();
    settings.slots = 2;
    try (EmbeddedServer server = new EmbeddedServer(settings.build())) {
      server.post(EmbeddedServer.question(1, "What is it?").toString());
      for (int i = 0; i < 6; i++) {
        Process whole = client(server, question(2 * i, false));
        Process streamed = client(server, question(2 * i + 1, true));
        awaitSent(whole);
        Thread.sleep(random.nextInt(60));
        whole.destroyForcibly();
        awaitSent(streamed);
        Thread.sleep(random.nextInt(60));
        streamed.destroyForcibly().waitFor();
      }
      until("slots are free", () -> gauge(server, "running") == 0);
      until("nobody waits", () -> gauge(server, "waiting") == 0);
      assertTrue(
          Metrics.value(server, "qcpruner_requests_total{method=\"full\",outcome=\"cancelled\"}")
              > 0);
      assertEquals(
          200, server.post(EmbeddedServer.question(1, "What is it?").toString()).statusCode());
    }
  }
}
