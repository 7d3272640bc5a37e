package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class PullAndDoctorTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path folder;
  private Path source;
  private HttpServer server;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void start() throws IOException {
    source = folder.resolve("source");
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.A).withTowerApart(), source);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void pullPrintsTheFolderAndTheMissingTower() throws IOException {
    assertEquals(0, run("pull", "org/name", "--hub", hub(), "--cache", cache()), err::toString);
    Path pulled = Path.of(out.toString().strip());
    assertEquals(-1, Files.mismatch(source.resolve("config.json"), pulled.resolve("config.json")));
    assertTrue(err.toString().contains("it needs synthetic/clip (--tower)"), err.toString());
    assertTrue(err.toString().contains("model.safetensors: complete, checksum verified"));
  }

  @Test
  void pullDescribesItselfAsJson() throws IOException {
    assertEquals(0, run("pull", "org/name", "--hub", hub(), "--cache", cache(), "--json"));
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertEquals("synthetic/clip", json.path("tower").asText());
    assertEquals(
        Files.size(source.resolve("model.safetensors")),
        json.path("files").path("model.safetensors").asLong());
  }

  @Test
  void failuresAreOneLine() {
    assertEquals(1, run("pull", "org/other", "--hub", hub(), "--cache", cache()));
    assertEquals("qcpruner: localhost has no model org/other", err.toString().strip());
    err.getBuffer().setLength(0);
    assertEquals(1, run("pull", "org/name", "--offline", "--cache", cache()));
    assertEquals(1, err.toString().lines().count(), err.toString());
    err.getBuffer().setLength(0);
    assertEquals(1, run("pull", "nonsense", "--cache", cache()));
    assertTrue(err.toString().contains("not of the form ORG/NAME"), err.toString());
    assertEquals(2, run("pull"));
  }

  @Test
  void doctorReportsEveryGroup() throws IOException {
    assertEquals(0, run("doctor", "--cache", cache(), "--json"), err::toString);
    JsonNode findings = new ObjectMapper().readTree(out.toString());
    for (String name :
        new String[] {
          "version",
          "SIMD kernels",
          "memory",
          "libtorch",
          "BLAS",
          "threads",
          "image",
          "qwen2.5-vl-7b"
        }) {
      assertTrue(findings.findValuesAsText("name").contains(name), name);
    }
    out.getBuffer().setLength(0);
    assertEquals(0, run("doctor", "--cache", cache()));
    assertTrue(out.toString().contains("llava-1.5-7b"), out.toString());
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private String hub() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private String cache() {
    return folder.resolve("cache").toString();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Path file = source.resolve(path.substring(path.lastIndexOf('/') + 1));
    if (path.equals("/api/models/org/name/revision/main")) {
      String listing =
          ("{\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"config.json\"},"
                  + "{\"rfilename\":\"model.safetensors\"}]}")
              .formatted(COMMIT);
      send(exchange, 200, listing.getBytes(StandardCharsets.UTF_8));
    } else if (path.startsWith("/org/name/resolve/" + COMMIT) && Files.isRegularFile(file)) {
      byte[] content = Files.readAllBytes(file);
      exchange.getResponseHeaders().set("ETag", '"' + sha256(content) + '"');
      send(exchange, 200, content);
    } else {
      send(exchange, 404, new byte[0]);
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
    }
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
