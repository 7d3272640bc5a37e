package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
final class BenchServeCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(("bench serve --model embedded " + arguments).split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rounds 0",
        "--crowd 251",
        "--requests 0",
        "--clients 9",
        "--slots 0",
        "--tokens 0"
      })
  void refusesWhatCantBeMeasured(String arguments) {
    assertEquals(1, run(arguments));
    assertTrue(err.toString().contains(arguments.split(" ")[0] + " must be"), err.toString());
  }
}
