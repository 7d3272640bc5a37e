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
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchModelCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) throws IOException {
    return runOn(TinyModel.LLAVA.json(), arguments);
  }

  private int runOn(String config, String... arguments) throws IOException {
    GeneratedCheckpoint.write(CheckpointRecipe.of(config, NameLayout.B), folder.resolve("m"));
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"half", "int8"})
  void measuresAndReportsTheErrorOfRoundedWeights(String weights) throws IOException {
    int code =
        run(
            "bench",
            "model",
            "--model=" + folder.resolve("m"),
            "--rounds=2",
            "--tokens=2",
            "--weights=" + weights,
            "--json");
    assertEquals(0, code, err.toString());
    JsonNode mine = new ObjectMapper().readTree(out.toString()).get(0);
    assertEquals("qcpruner", mine.get("program").asText());
    assertEquals(35 + 16 + 27, mine.get("rows").asInt());
    assertTrue(mine.get("prefill_ms").asDouble() > 0);
    double error = mine.get("logit_error_rms").asDouble();
    assertTrue(error > 0 && error < mine.get("logit_spread").asDouble(), mine.toString());
  }

  /** As in checkpoints that were generated with a tokenizer, to be served. */
  @Test
  void aPicturesIdMayBeASmallNumber() throws IOException {
    String config =
        TinyModel.LLAVA.json().replace("\"image_token_index\":95", "\"image_token_index\":9");
    int code =
        runOn(
            config, "bench", "model", "--model=" + folder.resolve("m"), "--rounds=1", "--tokens=1");
    assertEquals(0, code, err.toString());
  }

  @Test
  void refusesUnknownKinds() throws IOException {
    assertEquals(2, run("bench", "model", "--model=" + folder.resolve("m"), "--weights=int3"));
    assertTrue(err.toString().contains("int3"), err.toString());
  }
}
