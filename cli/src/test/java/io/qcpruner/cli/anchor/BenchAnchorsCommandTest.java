package io.qcpruner.cli.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchAnchorsCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void measuresTheGivenPrompts(@TempDir Path folder) throws IOException {
    Path prompts = Files.writeString(folder.resolve("p.json"), "[\"What color is the bus?\"]");
    assertEquals(
        0,
        line.execute(
            "bench", "anchors", "--rounds", "2", "--json", "--prompts", prompts.toString()),
        err::toString);
    JsonNode timing = new ObjectMapper().readTree(out.toString());
    assertEquals(1, timing.get("prompts").asInt());
    assertEquals(5, timing.get("words_per_prompt").asInt());
    assertTrue(timing.get("keywords_ms").asDouble() > 0);
    assertTrue(timing.get("load_ms").asDouble() > 0);
  }

  @Test
  void roundsBelowOneFail() {
    assertEquals(2, line.execute("bench", "anchors", "--rounds", "0"));
    assertTrue(err.toString().contains("0 rounds"), err::toString);
  }
}
