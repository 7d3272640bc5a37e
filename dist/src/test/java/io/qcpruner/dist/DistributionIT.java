package io.qcpruner.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.dist.UnpackedArchive.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What someone does who downloaded the archive: look at it, run the demo, ask, serve. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DistributionIT {
  @TempDir static Path temp;
  private static UnpackedArchive archive;

  @BeforeAll
  static void unpack() throws Exception {
    archive = UnpackedArchive.in(temp);
  }

  @Test
  @Order(1)
  void holdsWhatItShould() throws Exception {
    List<String> jars = names(archive.file("lib"));
    assertTrue(jars.stream().anyMatch(name -> name.startsWith("qcpruner-cli-")), jars.toString());
    assertTrue(jars.stream().noneMatch(name -> name.contains("spark")), jars.toString());
    assertTrue(jars.stream().noneMatch(name -> name.contains("junit")), jars.toString());
    assertTrue(Files.exists(archive.file("LICENSE")));
    assertTrue(Files.exists(archive.file("docs/install.md")));
    assertTrue(Files.readString(archive.file("bin/qcpruner.cmd")).contains("\r\n"));
    assertFalse(Files.readString(archive.file("bin/qcpruner")).contains("\r"));
  }

  @Test
  @Order(1)
  void everyLibraryHasItsLicence() throws Exception {
    List<String> list = Files.readAllLines(archive.file("licences/THIRD-PARTY.txt"));
    for (String jar : names(archive.file("lib"))) {
      if (!jar.startsWith("qcpruner-")) {
        String line =
            list.stream().filter(entry -> entry.startsWith(jar + " ")).findFirst().orElse("");
        assertFalse(line.isEmpty(), jar);
      }
    }
    for (String text : List.of("Apache-2.0", "LGPL-2.1", "Intel-Simplified", "PyTorch")) {
      assertTrue(Files.size(archive.file("licences/" + text + ".txt")) > 1000, text);
    }
  }

  @Test
  @Order(1)
  void theCompletionScriptIsOne() throws Exception {
    String script = Files.readString(archive.file("completion/qcpruner.bash"));
    assertTrue(script.contains("complete -F _complete_qcpruner"), "no completion function");
    assertTrue(script.contains("serve"), "commands are in it");
    int check =
        new ProcessBuilder("bash", "-n", archive.file("completion/qcpruner.bash").toString())
            .inheritIO()
            .start()
            .waitFor();
    assertEquals(0, check);
  }

  @Test
  @Order(1)
  void knowsItsVersion() throws Exception {
    Result result = archive.run("--version");
    assertEquals(0, result.exit(), result.err());
    assertTrue(result.out().matches("qcpruner \\d+\\.\\d+\\.\\d+\\S*\\s+"), result.out());
  }

  @Test
  @Order(2)
  void demoPrunesTheEmbeddedModel() throws Exception {
    Result result = archive.run("demo", "--questions", "2", "--no-color");
    assertEquals(0, result.exit(), result.err());
    assertEquals("", result.err(), "nothing is warned of");
    assertTrue(result.out().contains("QCPruner"), result.out());
    assertTrue(Files.exists(scene()), "the demo's pictures are where it was started");
  }

  @Test
  @Order(3)
  void askAnswersAboutAPicture() throws Exception {
    Result result =
        archive.run(
            "ask",
            "--model",
            "embedded",
            "--image",
            scene().toString(),
            "--budget",
            "64",
            "--json",
            "What color is the star?");
    assertEquals(0, result.exit(), result.err());
    assertEquals("", result.err(), "nothing is warned of");
    assertTrue(result.out().contains("\"QCPruner\""), result.out());
  }

  @Test
  @Order(3)
  void doctorFindsTheFastKernels() throws Exception {
    Result result = archive.run("doctor");
    assertEquals(0, result.exit(), result.out() + result.err());
    assertTrue(result.out().contains("vector-"), result.out());
  }

  @Test
  @Order(3)
  void wrongUsageIsCodeTwo() throws Exception {
    assertEquals(2, archive.run("ask", "--nonsense").exit());
  }

  @Test
  @Order(3)
  void serveAnswersAndEndsOnASignal() throws Exception {
    Process server =
        archive
            .command("serve", "--model", "embedded", "--port", "0")
            .redirectError(temp.resolve("serve.err").toFile())
            .start();
    try (BufferedReader lines = server.inputReader()) {
      String first = lines.readLine();
      assertNotNull(first, Files.readString(temp.resolve("serve.err")));
      String address = first.replaceFirst(" .*", "");
      assertEquals("ready", lines.readLine());
      HttpClient client = HttpClient.newHttpClient();
      assertEquals(
          200, send(client, HttpRequest.newBuilder(URI.create(address + "/health"))).statusCode());
      HttpResponse<String> reply =
          send(
              client,
              HttpRequest.newBuilder(URI.create(address + "/v1/chat/completions"))
                  .header("content-type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(question())));
      assertEquals(200, reply.statusCode(), reply.body());
      assertTrue(reply.body().contains("\"content\""), reply.body());
      server.destroy();
      assertTrue(server.waitFor(30, TimeUnit.SECONDS), "the server did not end");
      assertEquals(0, server.exitValue());
    } finally {
      server.destroyForcibly();
    }
  }

  private static Path scene() {
    return archive.workingDirectory().resolve("qcpruner-demo/scene-1.png");
  }

  private static String question() throws IOException {
    String picture = Base64.getEncoder().encodeToString(Files.readAllBytes(scene()));
    return """
        {"model": "embedded", "max_tokens": 8, "pruning": {"method": "qcpruner", "budget": 64},
         "messages": [{"role": "user", "content": [
           {"type": "image_url", "image_url": {"url": "data:image/png;base64,%s"}},
           {"type": "text", "text": "What color is the star?"}]}]}
        """
        .formatted(picture);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
