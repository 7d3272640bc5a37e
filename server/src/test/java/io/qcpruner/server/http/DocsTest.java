package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.server.sample.Samples;
import io.qcpruner.testkit.DocCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The calls in the documentation, run as they stand there. */
@Timeout(240)
final class DocsTest {
  private static final Path SERVER_PAGE = Path.of("../docs/server.md");
  private static final String QUESTION = "What color is the star?";

  private static EmbeddedServer server;
  private static String expected;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    server = new EmbeddedServer(new Settings().build());
    var body = EmbeddedServer.question(1, QUESTION);
    body.putObject("pruning").put("method", "qcpruner").put("budget", 64);
    expected =
        EmbeddedServer.json(server.post(body.toString())).at("/choices/0/message/content").asText();
    assertTrue(expected.length() > 1, expected);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String here(String text) {
    return text.replace("http://127.0.0.1:8080", server.origin());
  }

  @Test
  void curl() throws Exception {
    skipWithout("curl", installed("curl"));
    Files.write(folder.resolve("picture.png"), new Samples().png(1));
    String snippet = here(DocCode.block(SERVER_PAGE, "", "curl -s http"));
    JsonNode reply = new ObjectMapper().readTree(run(List.of("bash", "-c", snippet)));
    assertEquals(expected, reply.at("/choices/0/message/content").asText());
    assertEquals(64, reply.at("/pruning/explain/kept_cells").size());
  }

  @Test
  void python() throws Exception {
    // a Python with the package openai that is not the first on the path: -Dopenai.python=FILE
    String python = System.getProperty("openai.python", "python3");
    boolean there =
        installed(python)
            && new ProcessBuilder(python, "-c", "import openai")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor()
                == 0;
    skipWithout("openai-python", there);
    Files.write(folder.resolve("picture.png"), new Samples().png(1));
    Path script =
        Files.writeString(
            folder.resolve("ask.py"), here(DocCode.block(SERVER_PAGE, "python", "import OpenAI")));
    assertEquals(expected + "\n64\n", run(List.of(python, script.toString())));
    Path streamed =
        Files.writeString(
            folder.resolve("stream.py"), here(DocCode.block(SERVER_PAGE, "python", "stream=True")));
    assertEquals(expected + "\n", run(List.of(python, streamed.toString())));
  }

  private static boolean installed(String program) {
    Optional<Path> found =
        Stream.of(System.getenv("PATH").split(":"))
            .map(place -> Path.of(place).resolve(program))
            .filter(Files::isExecutable)
            .findFirst();
    return found.isPresent();
  }

  private static void skipWithout(String client, boolean there) {
    if (!there) {
      System.out.println("SKIPPED: " + client + " is not installed");
      Assumptions.abort(client + " is not installed");
    }
  }

  private String run(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }
}
