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

class BenchKernelsCommandTest {

  @Test
  void measuresEveryKernel() throws IOException {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    assertEquals(0, line.execute("bench", "kernels", "--repeats=1", "--json"));
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertEquals(9, result.size());
    result.forEach(ms -> assertTrue(ms.asDouble() > 0));
  }
}
