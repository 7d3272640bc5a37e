package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchLayerCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void bothWaysOfEveryPrompt() throws IOException {
    int code =
        run(
            "bench",
            "layer",
            "--weights=int8",
            "--width=64",
            "--rows=40,8",
            "--rounds=1",
            "--json");
    assertEquals(0, code, err.toString());
    JsonNode rows = new ObjectMapper().readTree(out.toString());
    assertEquals(2, rows.size());
    assertEquals(8, rows.get(1).get("rows").asInt());
    JsonNode row = rows.get(0);
    assertTrue(row.get("engine_ms").asDouble() > 0 && row.get("team_ms").asDouble() > 0);
    double ratio = row.get("engine_ms").asDouble() / row.get("team_ms").asDouble();
    assertEquals(ratio, row.get("ratio").asDouble(), 1e-9);
  }

  @Test
  void wrongSizesAreNamed() {
    assertEquals(2, run("bench", "layer", "--width=100"));
    assertEquals(2, run("bench", "layer", "--width=64000000"));
    assertEquals(2, run("bench", "layer", "--width=64", "--rows=0"));
    assertEquals(2, run("bench", "layer", "--rounds=0"));
    assertEquals(2, run("bench", "layer", "--width=64", "--type=I8"));
    assertTrue(err.toString().contains("F32, BF16 or F16, not I8"), err.toString());
    assertTrue(
        err.toString().contains("width must be a multiple of 64 up to 8192, not 100"),
        err.toString());
    assertTrue(err.toString().contains("rows must be at least 1, not 0"), err.toString());
    assertTrue(err.toString().contains("rounds must be at least 1, not 0"), err.toString());
  }
}
