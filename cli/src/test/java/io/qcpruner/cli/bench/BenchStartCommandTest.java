package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code bench start}, on processes of this class path. */
final class BenchStartCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void everyProcessIsThereWithItsStages() throws Exception {
    assertEquals(0, line.execute("bench", "start", "--rounds", "1", "--json"), err.toString());
    JsonNode processes = new ObjectMapper().readTree(out.toString());
    assertEquals(1, processes.size());
    double stages = processes.get(0).at("/timings/tower_ms").doubleValue();
    assertTrue(stages > 0, out.toString());
    assertTrue(processes.get(0).path("seconds").doubleValue() * 1000 > stages, out.toString());
  }

  @Test
  void noRoundsAreWrongUsage() {
    assertEquals(2, line.execute("bench", "start", "--rounds", "0"));
    assertTrue(err.toString().contains("--rounds must be at least 1"), err.toString());
  }
}
