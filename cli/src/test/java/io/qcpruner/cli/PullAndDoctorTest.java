package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class PullAndDoctorTest {
  @TempDir Path folder;
  private Path source;
  private LocalHub server;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void start() throws IOException {
    source = folder.resolve("source");
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.A).withTowerApart(), source);
    server = LocalHub.start().with("org/name", source);
  }

  @AfterEach
  void stop() {
    server.close();
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
    assertEquals(2, run("pull", "nonsense", "--cache", cache()));
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
          "Qwen/Qwen2.5-VL-7B-Instruct",
          "recommended"
        }) {
      assertTrue(findings.findValuesAsText("name").contains(name), name);
    }
    out.getBuffer().setLength(0);
    assertEquals(0, run("doctor", "--cache", cache()));
    assertTrue(out.toString().contains("llava-hf/llava-1.5-7b-hf"), out.toString());
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private String hub() {
    return server.address();
  }

  private String cache() {
    return folder.resolve("cache").toString();
  }
}
